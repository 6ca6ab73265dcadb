import { join } from "node:path";
import { sql } from "kysely";
import { openSessions } from "#server/auth/sessions.ts";
import { writeCommunicationTimes } from "#server/catalog/communicationTimes.ts";
import { isPostgres } from "#server/db/engine.ts";
import { type Db, openDatabase } from "#server/db/open.ts";
import { cellOf } from "#server/places/cell.ts";
import { rootCompanyId, seedSystem } from "#server/system/seed.ts";
import { devicePasswordHash, deviceSecret } from "#server/wire/devicePassword.ts";
import { openPresence, type PresenceKeeper } from "#server/wire/presence.ts";

export const devicePassword = "devicepw";
export const pointAddresses = ["t", "p", "n"] as const;

export interface FleetDevice {
  id: string;
  sn: string;
  name: string;
  companyId: string;
  online: boolean;
  /** UTC milliseconds, null for one that never connected. */
  activatedAt: number | null;
  communicationTime: number | null;
  openAlarms: number;
  /** Where it is, WGS-84. */
  place?: { lng: number; lat: number };
}

export const plainDevice = (index: number): FleetDevice => ({
  id: `device-${index}`,
  sn: `BENCH-${String(index).padStart(6, "0")}`,
  name: `Device ${index}`,
  companyId: rootCompanyId,
  online: false,
  activatedAt: null,
  communicationTime: null,
  openAlarms: 0,
});

const recipeId = "bench-recipe";
const stamps = { created_at: 0, updated_at: 0, updated_by: "" };
const rowsAtOnce = 500;

/** Opens the database of a data folder, or the one named, as a first start of the server leaves it. */
export const openSeeded = async (dataDir: string, place = join(dataDir, "app.db")): Promise<Db> => {
  const db = await openDatabase(place);
  await seedSystem(db, Date.now(), "adminpw1");
  return db;
};

export const tokenOf = async (db: Db, userId = "user-admin"): Promise<string> =>
  (await openSessions(db, Date.now).open(userId, "bench")).token;

/** A data template of numbers that are stored with every reading, and three rules on the first three. */
export const seedTemplate = async (db: Db, addresses: readonly string[] = pointAddresses): Promise<void> => {
  await db
    .insertInto("recipe")
    .values({ id: recipeId, company_id: rootCompanyId, name: "Bench", description: "", ...stamps })
    .execute();
  for (const [sort, address] of addresses.entries()) {
    await db
      .insertInto("point")
      .values({
        id: `point-${address}`,
        recipe_id: recipeId,
        name: address,
        name_en: "",
        address,
        default_value: "",
        value_type: "float64",
        integer_digits: null,
        decimals: address === "n" ? null : 1,
        unit: "",
        min: null,
        max: null,
        start_bit: null,
        end_bit: null,
        enumeration: "[]",
        receive_formula: address === "t" ? "x*0.1" : "",
        send_formula: "",
        store_mode: 1,
        display: 1,
        writable: 0,
        data_source: "",
        auth: 0,
        sort,
        updated_at: 0,
        updated_by: "",
      })
      .execute();
  }
  const rules = [
    { id: "rule-above", point_id: "point-t", condition: "above", a: 90, b: null, max: 80 },
    { id: "rule-outside", point_id: "point-p", condition: "outside", a: -1000, b: 1000, max: null },
    { id: "rule-silent", point_id: "point-n", condition: "noData", a: 60, b: null, max: null },
  ];
  for (const rule of rules) {
    await db
      .insertInto("alarm_trigger")
      .values({
        company_id: rootCompanyId,
        name: rule.id,
        recipe_id: recipeId,
        device_id: null,
        level: 1,
        min: null,
        hold_seconds: 0,
        push_content: "",
        push_content_en: "",
        release_content: "",
        release_content_en: "",
        save_data: 1,
        enabled: 1,

        ...stamps,
        ...rule,
      })
      .execute();
  }
};

/** Devices with the template of `seedTemplate` on slave 1, and the password `devicePassword`. */
export const seedDevices = async (db: Db, devices: readonly FleetDevice[]): Promise<void> => {
  const passwordHash = devicePasswordHash(devicePassword, await deviceSecret(db));
  // A transaction each: PostgreSQL keeps every count that an organisation had in one.
  for (let from = 0; from < devices.length; from += rowsAtOnce) {
    const part = devices.slice(from, from + rowsAtOnce);
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto("device")
        .values(
          part.map(({ id, sn, name, companyId, online, activatedAt, openAlarms, place }, at) => ({
            id,
            company_id: companyId,
            name,
            sn,
            search: `${name}\n${sn}`.toLowerCase(),
            type_id: "type-general",
            model_id: "model-mqtt-json",
            industry: "",
            password_hash: passwordHash,
            online: online ? 1 : 0,
            activated_at: activatedAt,
            lng: place?.lng ?? null,
            lat: place?.lat ?? null,
            cell: place ? cellOf(place) : null,
            address: "",
            remark: "",
            software_version: "",
            hardware_version: "",
            signal: null,
            iccid: "",
            open_alarms: openAlarms,
            ...stamps,
            created_at: from + at,
          })),
        )
        .execute();
      const times = part.flatMap(({ id, communicationTime: time }) => (time === null ? [] : [{ id, at: time }]));
      if (times.length > 0) await writeCommunicationTimes(tx, times);
      await tx
        .insertInto("slave")
        .values(part.map(({ id }) => ({ id: `slave-${id}`, device_id: id, no: 1, name: "Main", recipe_id: recipeId })))
        .execute();
    });
  }
};

export const seedCompany = async (db: Db, id: string): Promise<void> => {
  await db
    .insertInto("company")
    .values({
      id,
      parent_id: rootCompanyId,
      path: `${rootCompanyId}/${id}/`,
      name: id,
      enabled: 1,
      expires_at: null,
      zone: "Asia/Shanghai",
      ...stamps,
    })
    .execute();
};

/** Somebody of the organisation who may do all. */
export const seedUser = async (db: Db, id: string, companyId: string): Promise<void> => {
  await db
    .insertInto("user")
    .values({
      id,
      company_id: companyId,
      account: id,
      user_name: id,
      nick_name: id,
      phone: "",
      email: "",
      avatar: "",
      type: 1,
      password_hash: "",
      enabled: 1,
      second_factor: 0,
      created_at: 0,
      updated_at: 0,
      updated_by: "",
    })
    .execute();
  await db.insertInto("user_role").values({ user_id: id, role_id: "role-administrator" }).execute();
};

/** For what comes after many rows were put in: PostgreSQL does it by itself within a minute or two, and plans by what it finds. */
export const settle = async (db: Db): Promise<void> => {
  if (isPostgres(db)) await sql`vacuum analyze`.execute(db);
};

/** What the server keeps times of communication with, without the server. */
export const quietPresence = (db: Db): Promise<PresenceKeeper> =>
  openPresence({
    db,
    troubles: {
      failed: (_part, fault) => {
        throw fault;
      },
      over: () => undefined,
    },
    now: Date.now,
    kick: () => undefined,
    changed: () => undefined,
    flushMs: 3_600_000,
  });
