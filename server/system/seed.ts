import { randomBytes } from "node:crypto";
import { lookOf } from "#contract/kit/accountLook.ts";
import { hashPassword } from "#server/auth/password.ts";
import type { Db } from "#server/db/open.ts";
import { seedMenu } from "#server/menu/seed.ts";
import { seedSampleUsers } from "#server/sample/seed.ts";

export const rootCompanyId = "root";

const conf = [
  { value: "platform", remark: "Gatehouse" },
  { value: "phone", remark: "" },
  { value: "record", remark: "" },
  { value: "logo", remark: "" },
  { value: "domain", remark: "" },
];
const industries = ["农业", "电力", "制造", "冷链", "水务", "交通", "楼宇", "环保", "其他"];

/** What an empty database starts with: the root organisation, the menu, the roles, `admin`. Answers admin's password when it was made up here. */
export const seedSystem = async (db: Db, now: number, adminPassword: string | undefined): Promise<{ password: string | undefined }> => {
  const stamps = { created_at: now, updated_at: now, updated_by: "" };
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
  await seedMenu(db, rootCompanyId, now);
  for (const [priority, { value, remark }] of conf.entries()) {
    await db
      .insertInto("dict")
      .values({ id: `sys-conf-${value}`, name: "sys-conf", value, remark, priority })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  }
  for (const [priority, industry] of industries.entries()) {
    await db
      .insertInto("dict")
      .values({ id: `industry-${priority}`, name: "industry", value: industry, remark: industry, priority })
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
  await seedSampleUsers(db, rootCompanyId, now);
  const admin = await db.selectFrom("user").select("id").where("account", "=", "admin").executeTakeFirst();
  if (admin) return { password: undefined };
  const password = adminPassword ?? randomBytes(9).toString("base64url").replace(/[-_]/g, "x");
  await db
    .insertInto("user")
    .values({
      id: "user-admin",
      company_id: rootCompanyId,
      account: "admin",
      look: lookOf("admin"),
      user_name: "Administrator",
      nick_name: "admin",
      phone: "",
      email: "",
      avatar: "",
      type: 0,
      password_hash: await hashPassword(password),
      enabled: 1,
      second_factor: 0,
      ...stamps,
    })
    .execute();
  await db.insertInto("user_role").values({ user_id: "user-admin", role_id: "role-administrator" }).execute();
  return { password: adminPassword === undefined ? password : undefined };
};
