import type { RealtimeMessage } from "#contract/realtime.ts";
import { api } from "#store/api.ts";
import { staleTags } from "#store/attach.ts";
import type { Store } from "#store/store.ts";

const staleBy: Readonly<Record<RealtimeMessage["data"]["type"], readonly string[]>> = {
  0: ["alarm_log", "device"],
  1: [],
  2: ["device"],
  3: ["device", "device_event"],
  4: ["device_flow"],
};

/** Who one is, what one may do, and the menu that follows from it. */
const rights: readonly string[] = ["user"];

const gatherMs = 1000;

/** Makes stale what a message says has changed; a storm of messages costs one refresh a second. */
export const staleFromRealtime = (store: Pick<Store, "dispatch">) => {
  let waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    timer = undefined;
    const resources = [...waiting];
    waiting = new Set();
    store.dispatch(api.util.invalidateTags(staleTags(resources)));
  };
  return {
    message({ data }: RealtimeMessage): void {
      for (const resource of staleBy[data.type]) waiting.add(resource);
      if (waiting.size > 0) timer ??= setTimeout(flush, gatherMs);
    },
    /** The server has gathered them already. */
    records(resources: readonly string[]): void {
      store.dispatch(api.util.invalidateTags(staleTags(resources)));
    },
    rights(): void {
      store.dispatch(api.util.invalidateTags(staleTags(rights)));
    },
    /** After a reconnect nobody knows what was missed. */
    everything(): void {
      for (const resource of rights) waiting.add(resource);
      for (const resources of Object.values(staleBy)) for (const resource of resources) waiting.add(resource);
      timer ??= setTimeout(flush, 0);
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
};
