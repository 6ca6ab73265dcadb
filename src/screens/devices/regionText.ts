import type { DeviceRow } from "#contract/resources/device.ts";

/** Province, city and district of a device, what is alike once; empty where none is known. */
export const regionText = ({ province, city, district }: Pick<DeviceRow, "province" | "city" | "district">): string =>
  [...new Set([province, city, district])].filter((part) => part !== "").join(" ");
