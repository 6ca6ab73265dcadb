import { type SqlBool, sql } from "kysely";
import { instantOf } from "#server/kit/wallTime.ts";

/** The first and the last day, yyyy-MM-dd; empty for none. */
export interface InstalledBetween {
  readonly installedFrom?: string | undefined;
  readonly installedTo?: string | undefined;
}

const dayMs = 86_400_000;
const lastDay = "9999-12-31";

/**
 * Whether a device was installed within the days: on the day that is written down, or else on that of its first connection by the zone's
 * calendar. One that has neither has not been installed. Both ways are stretches of the index `device_installed`.
 */
export const wasInstalled = (zone: string, { installedFrom, installedTo }: InstalledBetween) => {
  const [from, to] = [installedFrom || "0", installedTo || lastDay];
  const since = installedFrom ? instantOf(zone, Date.parse(installedFrom)) : Number.MIN_SAFE_INTEGER;
  const until = installedTo ? instantOf(zone, Date.parse(installedTo) + dayMs) : Number.MAX_SAFE_INTEGER;
  return sql<SqlBool>`(device.installed_on between ${from} and ${to}
    or (device.installed_on = '' and device.activated_at >= ${since} and device.activated_at < ${until}))`;
};
