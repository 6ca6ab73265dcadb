import type { RegisteredDevice } from "#server/wire/registered.ts";

/** What an edge node says of itself is its first slave's, as what a device says without naming one. */
const ofNode = 1;
const slaveNumber = /^(?:[1-9]\d?|1\d\d|2[0-3]\d|24[0-7])$/;

/** The slave that a Sparkplug device is: the one of its number, otherwise the one of its name. */
export const slaveOf = ({ slaves }: RegisteredDevice, device: string | undefined): number | undefined => {
  if (device === undefined) return ofNode;
  if (slaveNumber.test(device)) return Number(device);
  for (const { no, name } of slaves.values()) if (name === device) return no;
  return undefined;
};
