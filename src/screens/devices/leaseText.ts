import type { IntlShape } from "react-intl";
import { localText } from "#contract/kit/zones.ts";
import type { DeviceWhole } from "#contract/resources/device.ts";

const dayMs = 86_400_000;

/** Days from today to the last day of service, in the zone; negative once it is over, undefined without one. */
export const daysLeft = (leaseEnd: string, zone: string, now: number): number | undefined =>
  leaseEnd === "" ? undefined : Math.round((Date.parse(leaseEnd) - Date.parse(localText(zone, now).slice(0, 10))) / dayMs);

/** The days of service, and how many are left; empty where none are known. */
export const leaseText = (
  { leaseStart, leaseEnd }: Pick<DeviceWhole, "leaseStart" | "leaseEnd">,
  intl: IntlShape,
  zone: string,
  now: number,
): string => {
  if (leaseStart === "" && leaseEnd === "") return "";
  const days = `${leaseStart || "…"} – ${leaseEnd || "…"}`;
  const left = daysLeft(leaseEnd, zone, now);
  if (left === undefined) return days;
  return left < 0
    ? intl.formatMessage({ id: "device.lease.over" }, { days, count: -left })
    : intl.formatMessage({ id: "device.lease.left" }, { days, count: left });
};
