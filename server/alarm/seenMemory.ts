import { takenAt } from "#server/telemetry/newest.ts";
import { type Known, type Parts, type Seen, unseen } from "./parts.ts";
import type { Window } from "./window.ts";

interface KeptReading {
  readonly ts: number;
  readonly value: number | string;
  readonly textual?: true;
  readonly auth?: number;
  readonly hidden?: true;
}

/** What a watch of several parts has seen, as JSON. */
export interface KeptSeen {
  readonly points: Readonly<Record<string, KeptReading>>;
  readonly windows: readonly (Window | null)[];
}

const keptReading = ({ ts, value, textual, reach }: Known): KeptReading => ({
  ...{ ts, value },
  ...(textual ? { textual } : {}),
  ...(reach ? { auth: reach.auth, ...(reach.keptFromApp ? { hidden: true } : {}) } : {}),
});

export const keptOf = ({ points, windows }: Seen): KeptSeen => ({
  points: Object.fromEntries(Array.from(points, ([id, known]) => [id, keptReading(known)])),
  windows: windows.map((window) => window ?? null),
});

interface Recalled {
  readonly parts: Parts;
  /** What the store of readings knows, which goes before what is older. */
  readonly stored: Seen | undefined;
  /** Whether it answers what the rule asks now; otherwise only the newest readings count. */
  readonly isAnswer: boolean;
  /** UTC ms. */
  readonly at: number;
}

export const seenOf = (kept: KeptSeen, { parts, stored = unseen, isAnswer, at }: Recalled): Seen => {
  const points = new Map(stored.points);
  for (const id of parts.points) {
    const one = kept.points[id];
    const known = points.get(id);
    if (one === undefined) continue;
    const { ts, value, textual = false, auth, hidden = false } = one;
    const reach = auth === undefined ? undefined : { auth, keptFromApp: hidden };
    points.set(id, known && known.ts > ts ? { ...known, reach } : { ts, taken: takenAt(ts, at), value, textual, reach });
  }
  return { points, windows: isAnswer ? kept.windows.map((window) => window ?? undefined) : [] };
};
