import type { RequestOf } from "#contract/kit/call.ts";
import { localText } from "#contract/kit/zones.ts";
import { type device, type LeaseFilter, leaseEndsEarly } from "#contract/resources/device.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { portions } from "#server/kit/portions.ts";
import { type FieldFault, Problem } from "#server/kit/problem.ts";
import { boundDevices, companiesOf, isConsumer, seesAll } from "#server/kit/scope.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { authorOf } from "#server/records/edits.ts";

type Renewal = RequestOf<typeof device.calls.renew>;
export type Prolonging = Pick<Renewal, "to" | "months">;

const dayMs = 86_400_000;

/** The calendar day of an instant in the zone, as yyyy-MM-dd. */
export const dayIn = (zone: string, at: number): string => localText(zone, at).slice(0, 10);

export const daysLater = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The latest that can be written. */
const lastDay = "9999-12-31";

/** So many months later: the same day of the month, or its last one where it has none such. */
const monthsLater = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const end = new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)));
  return end.getUTCFullYear() > 9999 ? lastDay : end.toISOString().slice(0, 10);
};

/** The new last day of service: the day asked for, or months behind the last one, which counts from today where it is over or unknown. */
export const renewedEnd = (end: string, today: string, { to, months }: Prolonging): string =>
  to !== "" ? to : monthsLater(end >= today ? end : today, months ?? 0);

/** Last days of service between these, both included; without an upper one, all later ones. */
export interface LeaseEnds {
  readonly from: string;
  readonly to?: string;
}

/** Every day is behind this text, and none is before it. */
const firstDay = "0";

/** What the filter leaves through, on this day. */
export const leaseEndsOf = (filter: LeaseFilter, today: string): LeaseEnds => {
  switch (filter) {
    case "none":
      return { from: "", to: "" };
    case "known":
      return { from: firstDay };
    case "ended":
      return { from: firstDay, to: daysLater(today, -1) };
    case "within7":
      return { from: today, to: daysLater(today, 7) };
    case "within30":
      return { from: today, to: daysLater(today, 30) };
    case "within90":
      return { from: today, to: daysLater(today, 90) };
    case "later":
      return { from: daysLater(today, 91) };
  }
};

export interface Leased {
  readonly id: string;
  readonly name: string;
  readonly lease_start: string;
  readonly lease_end: string;
}

/** Those of the devices that the caller sees, in the order of the ids. */
export const leasesOf = async (db: Db, caller: Caller, ids: readonly string[]): Promise<Leased[]> => {
  const found = new Map<string, Leased>();
  for (const some of portions(ids)) {
    const rows = await db
      .selectFrom("device")
      .select(["id", "name", "lease_start", "lease_end"])
      .where("id", "in", some)
      .$if(!seesAll(caller), (query) => query.where("company_id", "in", companiesOf(db, caller)))
      .$if(isConsumer(caller), (query) => query.where("device.id", "in", boundDevices(db, caller)))
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
};

export const isEarly = ({ lease_start }: Leased, end: string): boolean => leaseEndsEarly({ leaseStart: lease_start, leaseEnd: end });

/** Whether a renewal to this day would take service away. */
export const isShorter = ({ lease_end }: Leased, end: string): boolean => end < lease_end;

/** Sets the last day of service of a device that still has the one that was seen; false where it has another. */
export const prolong = async (db: Db, caller: Caller, { id, lease_end }: Leased, end: string, at: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("device")
    .set((eb) => ({ lease_end: end, version: eb("version", "+", 1), updated_at: at, updated_by: authorOf(caller) }))
    .where("id", "=", id)
    .where("lease_end", "=", lease_end)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** For the operation log: the last day of service of each device, before and after. */
export const leaseChange = (ends: readonly { readonly device: Leased; readonly end: string }[]): string => {
  const days = (of: (one: (typeof ends)[number]) => string) =>
    Object.fromEntries(ends.map((one) => [`${one.device.name} (${one.device.id})`, of(one)]));
  return changeOf(
    days(({ device }) => device.lease_end),
    days(({ end }) => end),
  );
};

/** Prolongs the service of all these devices or, where one cannot be, of none: those that would end before they begin, or earlier than now, are named. */
export const renewLeases = (
  db: Db,
  caller: Caller,
  { ids: asked, ...prolonging }: Renewal,
  at: number,
): Promise<{ renewed: number; change: string }> =>
  db.transaction().execute(async (tx) => {
    const ids = [...new Set(asked)];
    const devices = await leasesOf(tx, caller, ids);
    if (devices.length < ids.length) throw new Problem("notFound");
    const today = dayIn(caller.zone, at);
    const ends = devices.map((device) => ({ device, end: renewedEnd(device.lease_end, today, prolonging) }));
    const fields = ends.flatMap(({ device, end }): FieldFault[] => {
      if (isEarly(device, end))
        return [{ path: "to", message: "rule.lease.device", values: { device: device.name, start: device.lease_start } }];
      if (!isShorter(device, end)) return [];
      return [{ path: "to", message: "rule.lease.shorter", values: { device: device.name, end: device.lease_end } }];
    });
    if (fields.length > 0) throw new Problem("badRequest", { fields });
    for (const { device, end } of ends) await prolong(tx, caller, device, end, at);
    return { renewed: ends.length, change: leaseChange(ends) };
  });
