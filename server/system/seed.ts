import { randomBytes } from "node:crypto";
import { lookOf } from "#contract/kit/accountLook.ts";
import { builtinIndustries } from "#contract/resources/dict.ts";
import { hashPassword } from "#server/auth/password.ts";
import type { Db } from "#server/db/open.ts";
import { seedMenu } from "#server/menu/seed.ts";
import { seedSampleUsers } from "#server/sample/seed.ts";
import { readSetting, writeSetting } from "#server/system/settingTable.ts";

export const rootCompanyId = "root";

const conf = [
  { value: "platform", remark: "Gatehouse" },
  { value: "phone", remark: "" },
  { value: "record", remark: "" },
  { value: "logo", remark: "" },
  { value: "domain", remark: "" },
];

/** The hash of a password that was made up and that nobody was shown yet. */
const unseenKey = "admin.unseen";

export const adminId = "user-admin";

interface FirstPassword {
  readonly hash: string;
  /** To be shown; undefined for one that was given. */
  readonly madeUp: string | undefined;
}

const firstPassword = async (given: string | undefined): Promise<FirstPassword> => {
  const madeUp = given === undefined ? randomBytes(9).toString("base64url").replace(/[-_]/g, "x") : undefined;
  return { hash: await hashPassword(given ?? madeUp ?? ""), madeUp };
};

/** Whether `admin` is to be made, or still has a password that was made up and never shown. */
const needsPassword = async (db: Db): Promise<boolean> => {
  const admin = await db.selectFrom("user").select("password_hash").where("account", "=", "admin").executeTakeFirst();
  return !admin || admin.password_hash === (await readSetting(db, unseenKey));
};

const addAdmin = async (db: Db, hash: string, stamps: Stamps): Promise<void> => {
  await db
    .insertInto("user")
    .values({
      id: adminId,
      company_id: rootCompanyId,
      account: "admin",
      look: lookOf("admin"),
      user_name: "Administrator",
      nick_name: "admin",
      phone: "",
      email: "",
      avatar: "",
      type: 0,
      password_hash: hash,
      enabled: 1,
      second_factor: 0,
      ...stamps,
    })
    .execute();
  await db.insertInto("user_role").values({ user_id: adminId, role_id: "role-administrator" }).execute();
};

const givePassword = async (db: Db, { hash, madeUp }: FirstPassword, stamps: Stamps): Promise<void> => {
  const admin = await db.selectFrom("user").select("id").where("account", "=", "admin").executeTakeFirst();
  if (admin) await db.updateTable("user").set({ password_hash: hash }).where("id", "=", admin.id).execute();
  else await addAdmin(db, hash, stamps);
  await db.deleteFrom("setting").where("key", "=", unseenKey).execute();
  if (madeUp !== undefined) await writeSetting(db, unseenKey, hash);
};

interface Stamps {
  readonly created_at: number;
  readonly updated_at: number;
  readonly updated_by: string;
}

const addBasics = async (db: Db, stamps: Stamps): Promise<void> => {
  await db
    .insertInto("company")
    .values({
      id: rootCompanyId,
      parent_id: null,
      path: `${rootCompanyId}/`,
      name: "Gatehouse",
      enabled: 1,
      expires_at: null,
      zone: "Asia/Shanghai",
      ...stamps,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  for (const [priority, { value, remark }] of conf.entries()) {
    await db
      .insertInto("dict")
      .values({ id: `sys-conf-${value}`, name: "sys-conf", value, remark, priority })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  }
  for (const [priority, [id, { zh: industry }]] of Object.entries(builtinIndustries).entries()) {
    await db
      .insertInto("dict")
      .values({ id, name: "industry", value: industry, remark: industry, priority })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  }
  await db
    .insertInto("device_type")
    .values({ id: "type-general", company_id: rootCompanyId, name: "通用设备", name_en: "General device", description: "" })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  await db
    .insertInto("device_model")
    .values({ id: "model-mqtt-json", company_id: rootCompanyId, name: "MQTT JSON", model_id: "mqtt-json", transmission: "mqtt-json" })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
};

/**
 * What an empty database starts with: the root organisation, the menu, the roles, `admin`; what a later version brings, in one that has
 * those. Answers admin's password when it was made up: a new one with every start until one was shown.
 */
export const seedSystem = async (db: Db, now: number, adminPassword: string | undefined): Promise<{ password: string | undefined }> => {
  const stamps = { created_at: now, updated_at: now, updated_by: "" };
  // Made before the database is held, since it takes its time.
  const password = (await needsPassword(db)) ? await firstPassword(adminPassword) : undefined;
  await db.transaction().execute(async (tx) => {
    await addBasics(tx, stamps);
    await seedMenu(tx, rootCompanyId, now);
    await seedSampleUsers(tx, rootCompanyId, now);
    if (password) await givePassword(tx, password, stamps);
  });
  return { password: password?.madeUp };
};

/** The password that was made up has been shown, and stays. */
export const noteShown = async (db: Db): Promise<void> => {
  await db.deleteFrom("setting").where("key", "=", unseenKey).execute();
};
