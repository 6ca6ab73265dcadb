import type { Caller } from "#server/kit/caller.ts";
import type { Services } from "#server/services.ts";
import { deviceInScope } from "./deviceRows.ts";

/** Restores the factory settings of a device that is behind Tuya's cloud. Throws a Problem with what the cloud answered, or what is missing. */
export const resetTuyaDevice = async ({ db, tuya }: Pick<Services, "db" | "tuya">, caller: Caller, id: string): Promise<void> => {
  const { id: deviceId, tuya_id: tuyaId } = await deviceInScope(db, caller, id);
  await tuya.reset({ id: deviceId, tuyaId });
};
