import type { AlarmEngine } from "#server/alarm/alarmEngine.ts";
import type { Realtime } from "#server/realtime/realtime.ts";
import type { MessageRecord } from "#server/wire/messageRecord.ts";
import type { DtuSide } from "#server/wire/modbus/dtuSide.ts";
import type { PresenceKeeper } from "#server/wire/presence.ts";
import type { Posting } from "#server/wire/push/posting.ts";
import type { DeviceRegistry } from "#server/wire/registry.ts";
import type { TuyaSide } from "#server/wire/tuya/tuyaSide.ts";
import type { Change, Changes } from "./changes.ts";

interface Followers {
  readonly registry: Pick<DeviceRegistry, "forget" | "forgetModels" | "forgetRecipe">;
  readonly presence: Pick<PresenceKeeper, "dropped">;
  readonly dtus: () => Pick<DtuSide, "refresh"> | undefined;
  readonly tuya: () => Pick<TuyaSide, "refresh"> | undefined;
  readonly posting: () => Pick<Posting, "recall">;
  readonly realtime: () => Pick<Realtime, "accessChanged" | "alarm" | "deviceMoved" | "rightsChanged" | "recordsChanged">;
  readonly alarms: Pick<AlarmEngine, "changed" | "masksChanged">;
  readonly messages: Pick<MessageRecord, "forget">;
  /** Erases the readings of devices, of which it was noted that they go. */
  readonly eraseReadings: (ids: readonly string[]) => Promise<void>;
}

/** The devices that have to be looked at anew. */
const devicesOf = (change: Change): readonly string[] => {
  if (change.kind === "devices" || change.kind === "devicesErased") return change.ids;
  if (change.kind === "devicesRemoved") return change.devices.map(({ id }) => id);
  return change.kind === "companyMoved" ? change.deviceIds : [];
};

const isMove = (change: Change): boolean => change.kind === "companyMoved" || (change.kind === "devices" && change.moved === true);

const leavesScope = (change: Change): boolean => change.kind === "devicesRemoved" || isMove(change);

/** Who follows changes, in the order in which they do: what is compiled is forgotten before it is asked for anew. */
export const followChanges = (
  changes: Changes,
  { registry, presence, dtus, tuya, posting, realtime, alarms, messages, eraseReadings }: Followers,
): void => {
  changes.follow("registry", (change) => {
    const ids = devicesOf(change);
    if (ids.length > 0) registry.forget(ids);
    if (change.kind === "recipes") for (const id of change.ids) registry.forgetRecipe(id);
    if (change.kind === "models") registry.forgetModels(change.ids);
  });
  changes.follow("presence", (change) => {
    if (change.kind === "devicesDropped") for (const { id, sn } of change.devices) presence.dropped(id, sn, change.why);
    if (change.kind === "devicesRemoved") for (const { id, sn } of change.devices) presence.dropped(id, sn, "deleted");
  });
  changes.follow("lines", async (change) => {
    if (devicesOf(change).length > 0 || change.kind === "recipes" || change.kind === "models") await dtus()?.refresh();
  });
  changes.follow("cloud", async (change) => {
    const ids = devicesOf(change);
    if (ids.length > 0) await tuya()?.refresh(ids);
  });
  changes.follow("commands", (change) => {
    const devices = devicesOf(change);
    const recipes = change.kind === "recipes" ? change.ids : [];
    if (devices.length + recipes.length > 0) posting().recall(devices, recipes);
  });
  changes.follow("realtime", async (change) => {
    const pages = realtime();
    if (leavesScope(change)) for (const id of devicesOf(change)) pages.deviceMoved(id);
    if (change.kind === "companyMoved") await pages.accessChanged();
    if (change.kind === "rights") await pages.rightsChanged(change.userIds);
    if (change.kind === "switches") await pages.accessChanged(change.userId);
    if (change.kind === "alarmsProcessed") for (const event of change.events) pages.alarm(event);
    if (change.kind === "records") await pages.recordsChanged(change);
  });
  changes.follow("messages", (change) => {
    if (change.kind === "devicesRemoved" || (change.kind === "devicesErased" && change.readings)) messages.forget(devicesOf(change));
  });
  // Before the alarms, which look at what the newest reading is.
  changes.follow("readings", async (change) => {
    if (change.kind === "devicesErased" && change.readings) await eraseReadings(change.ids);
    if (change.kind === "devicesRemoved") await eraseReadings(change.devices.map(({ id }) => id));
  });
  changes.follow("alarms", async (change) => {
    const devices = devicesOf(change);
    const erased = change.kind === "devicesErased" && change.alarms ? change.ids : [];
    // Masks end with a move, and those of organisations hold back what is below them.
    if (isMove(change)) await alarms.masksChanged();
    if (devices.length > 0) await alarms.changed({ devices, erased });
    if (change.kind === "recipes") await alarms.changed({ recipes: change.ids });
    if (change.kind === "rules") await alarms.changed({ rules: change.ids });
    if (change.kind === "masks") await alarms.masksChanged(change.ids);
  });
};
