import type { Telemetry } from "#server/telemetry/telemetry.ts";
import type { TakenReading } from "./parts.ts";

/** A point of the device, and where its readings are. */
export interface StoredPoint {
  readonly pointId: string;
  readonly series: number;
  readonly textual: boolean;
}

/** UTC ms; `to` is no part of it. */
export interface StoredSpan {
  readonly from: number;
  readonly to: number;
}

type Reader = Pick<Telemetry, "raw">;

/** Readings of one point that are read at once; between two portions everything else has its turn. */
const atOnce = 2_000;

/** The readings of one point one after the other. */
const openPoint = (telemetry: Reader, { pointId, series, textual }: StoredPoint, { from, to }: StoredSpan) => {
  let page: readonly { readonly ts: number; readonly value: number | string }[] = [];
  let place = 0;
  let last = false;
  return {
    head: async (): Promise<TakenReading | undefined> => {
      if (place === page.length && !last) {
        const after = page.at(-1)?.ts;
        page = await telemetry.raw({ series, from, to, limit: atOnce, order: "asc", ...(after === undefined ? {} : { after }) });
        place = 0;
        last = page.length < atOnce;
      }
      const found = page[place];
      return found && { pointId, textual, ...found };
    },
    next: (): void => {
      place += 1;
    },
  };
};

/**
 * Hands over the stored readings of several points in the order of time, those that were taken at one time together, until `take` says that
 * this was enough. Returns true where it was the span that ended.
 */
export const eachStored = async (
  telemetry: Reader,
  points: readonly StoredPoint[],
  span: StoredSpan,
  take: (together: readonly TakenReading[]) => boolean,
): Promise<boolean> => {
  const open = points.map((point) => openPoint(telemetry, point, span));
  for (;;) {
    const heads: (TakenReading | undefined)[] = [];
    for (const one of open) heads.push(await one.head());
    const ts = Math.min(...heads.map((head) => head?.ts ?? Number.POSITIVE_INFINITY));
    if (ts === Number.POSITIVE_INFINITY) return true;
    const together = heads.filter((head) => head !== undefined && head.ts === ts) as TakenReading[];
    for (const [place, head] of heads.entries()) if (head?.ts === ts) open[place]?.next();
    if (!take(together)) return false;
  }
};

/** The last reading of each point before a time, in the order of time. */
export const lastBefore = async (telemetry: Reader, points: readonly StoredPoint[], at: number): Promise<TakenReading[]> => {
  const found: TakenReading[] = [];
  for (const { pointId, series, textual } of points) {
    const [last] = await telemetry.raw({ series, from: Number.MIN_SAFE_INTEGER, to: at, limit: 1, order: "desc" });
    if (last) found.push({ pointId, textual, ...last });
  }
  return found.sort((one, other) => one.ts - other.ts);
};
