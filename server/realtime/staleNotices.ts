import { resources } from "#contract/resources.ts";
import type { Client } from "#server/realtime/audience.ts";

interface Held {
  readonly resources: Set<string>;
  readonly timer: NodeJS.Timeout;
}

export interface StaleNotices {
  /** The first is told at once; what comes within the gap after it is told together. */
  tell(client: Client, resources: readonly string[]): void;
  stop(): void;
}

const gapMs = 1_000;

/** What whoever is signed in may ask for. */
const ungranted: ReadonlySet<string> = new Set(
  resources.filter(({ calls }) => Object.values(calls).every(({ access }) => access !== "granted")).map(({ name }) => name),
);

const isGranted = ({ data }: Client, resource: string): boolean => {
  if (ungranted.has(resource)) return true;
  const start = `/api/${resource}/`;
  for (const path of data.session.caller.grants) if (path.startsWith(start)) return true;
  return false;
};

/** Tells pages that what they show of some resources is stale; each hears of those alone that it may ask for. */
export const openStaleNotices = (): StaleNotices => {
  const held = new Map<Client, Held>();
  const flush = (client: Client): void => {
    const resources = held.get(client)?.resources ?? new Set<string>();
    held.delete(client);
    if (resources.size > 0) tell(client, [...resources]);
  };
  const tell = (client: Client, resources: readonly string[]): void => {
    const waiting = held.get(client);
    if (waiting) {
      for (const resource of resources) waiting.resources.add(resource);
      return;
    }
    const granted = resources.filter((resource) => isGranted(client, resource));
    if (granted.length === 0 || !client.connected) return;
    held.set(client, { resources: new Set(), timer: setTimeout(() => flush(client), gapMs) });
    client.emit("stale", granted);
  };
  return {
    tell,
    stop() {
      for (const { timer } of held.values()) clearTimeout(timer);
      held.clear();
    },
  };
};
