import type { SessionSockets } from "#server/realtime/audience.ts";

interface Held {
  readonly resources: Set<string>;
  readonly timer: NodeJS.Timeout;
}

export interface StaleNotices {
  /** The first is told at once; what comes within the gap after it is told together. */
  tell(session: SessionSockets, resources: readonly string[]): void;
  stop(): void;
}

const gapMs = 1_000;

const isGranted = ({ caller }: SessionSockets, resource: string): boolean => {
  const start = `/api/${resource}/`;
  for (const path of caller.grants) if (path.startsWith(start)) return true;
  return false;
};

/** Tells pages that what they show of some resources is stale; each hears of those alone that it may ask for. */
export const openStaleNotices = (send: (session: SessionSockets, resources: readonly string[]) => void): StaleNotices => {
  const held = new Map<SessionSockets, Held>();
  const flush = (session: SessionSockets): void => {
    const resources = held.get(session)?.resources ?? new Set<string>();
    held.delete(session);
    if (resources.size > 0) tell(session, [...resources]);
  };
  const tell = (session: SessionSockets, resources: readonly string[]): void => {
    const waiting = held.get(session);
    if (waiting) {
      for (const resource of resources) waiting.resources.add(resource);
      return;
    }
    const granted = resources.filter((resource) => isGranted(session, resource));
    if (granted.length === 0 || session.clients.size === 0) return;
    held.set(session, { resources: new Set(), timer: setTimeout(() => flush(session), gapMs) });
    send(session, granted);
  };
  return {
    tell,
    stop() {
      for (const { timer } of held.values()) clearTimeout(timer);
      held.clear();
    },
  };
};
