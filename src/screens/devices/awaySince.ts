import type { DeviceWhole } from "#contract/resources/device.ts";

/** When a device that is not there spoke last: what it held then is known no further. Undefined for one that is there. */
export const awaySince = ({ presence, communicationTime }: Pick<DeviceWhole, "presence" | "communicationTime">): number | undefined =>
  presence === "online" || communicationTime === null ? undefined : Date.parse(communicationTime);
