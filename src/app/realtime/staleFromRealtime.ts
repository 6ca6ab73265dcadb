import type { RealtimeMessage } from "#contract/realtime.ts";
import type { alarmLog } from "#contract/resources/alarm.ts";
import type { device } from "#contract/resources/device.ts";
import type { deviceStateLog } from "#contract/resources/deviceStateLog.ts";
import type { deviceEvent } from "#contract/resources/log.ts";
import type { notice } from "#contract/resources/notice.ts";
import type { user } from "#contract/resources/user.ts";
import { api } from "#store/api.ts";
import { staleTags } from "#store/attach.ts";
import type { Store } from "#store/store.ts";

type Changing = (typeof alarmLog | typeof device | typeof deviceEvent | typeof deviceStateLog | typeof notice | typeof user)["name"];

const staleBy: Readonly<Record<RealtimeMessage["data"]["type"], readonly Changing[]>> = {
  0: ["alarm_log", "device", "notice"],
  1: [],
  2: ["device", "device_state_log", "notice"],
  3: ["device", "device_event"],
  4: [],
  5: ["notice"],
};

/** Who one is, what one may do, and the menu that follows from it. */
const rights: readonly Changing[] = ["user"];

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
    /** After a reconnect nobody knows what was missed, nor which reads failed meanwhile: all that is shown is read again. */
    everything(): void {
      store.dispatch(api.internalActions.onOnline());
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
};
