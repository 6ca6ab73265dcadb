import { builtinIndustries } from "#contract/resources/dict.ts";
import type { Db } from "#server/db/open.ts";
import { type Found, type Lookup, openLookup } from "#server/imports/lookup.ts";
import type { Caller } from "#server/kit/caller.ts";
import { companiesOf } from "#server/kit/scope.ts";
import { usableCompanies } from "#server/records/usable.ts";

/** What a table of devices names: each among those that the caller may use for a new device. */
export interface DeviceNames {
  readonly types: Lookup;
  readonly models: Lookup;
  readonly recipes: Lookup;
  readonly companies: Lookup;
  /** Industries by value, entry and the product's words for them; `find` answers the value. */
  readonly industries: Lookup;
}

const none = ["-"];
const orNone = (texts: readonly string[]): readonly string[] => (texts.length > 0 ? texts : none);

const named = (table: "device_model" | "recipe") => (db: Db, caller: Caller) =>
  openLookup(async (names, ids) => {
    const rows = await db
      .selectFrom(table)
      .select(["id", "name"])
      .where("company_id", "in", usableCompanies(db, caller))
      .where((eb) => eb.or([eb("name", "in", names), eb("id", "in", orNone(ids))]))
      .execute();
    return rows.map(({ id, name }) => ({ id, names: [name] }));
  });

const types = (db: Db, caller: Caller): Lookup =>
  openLookup(async (names, ids) => {
    const rows = await db
      .selectFrom("device_type")
      .select(["id", "name", "name_en"])
      .where("company_id", "in", usableCompanies(db, caller))
      .where((eb) => eb.or([eb("name", "in", names), eb("name_en", "in", names), eb("id", "in", orNone(ids))]))
      .execute();
    return rows.map(({ id, name, name_en }) => ({ id, names: [name, name_en] }));
  });

const companies = (db: Db, caller: Caller): Lookup =>
  openLookup(async (names, ids) => {
    const rows = await companiesOf(db, caller)
      .select(["company.id", "company.name"])
      .where((eb) => eb.or([eb("company.name", "in", names), eb("company.id", "in", orNone(ids))]))
      .execute();
    return rows.map(({ id, name }) => ({ id, names: [name] }));
  });

const industries = (db: Db): Lookup => {
  const words: Readonly<Record<string, { zh: string; en: string }>> = builtinIndustries;
  return openLookup(async () => {
    const rows = await db.selectFrom("dict").select(["id", "value", "remark"]).where("name", "=", "industry").execute();
    const byValue = new Map<string, Set<string>>();
    for (const { id, value, remark } of rows) {
      const own = Object.hasOwn(words, id) ? words[id] : undefined;
      const said = own && (remark === own.zh || remark === own.en) ? [own.zh, own.en] : [remark];
      byValue.set(value, new Set([...(byValue.get(value) ?? []), value, ...said]));
    }
    return [...byValue].map(([id, names]): Found => ({ id, names: [...names] }));
  });
};

export const openDeviceNames = (db: Db, caller: Caller): DeviceNames => ({
  types: types(db, caller),
  models: named("device_model")(db, caller),
  recipes: named("recipe")(db, caller),
  companies: companies(db, caller),
  industries: industries(db),
});
