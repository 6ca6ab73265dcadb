import { type Kysely, sql } from "kysely";

const stamps = { created_at: 1, updated_at: 1, updated_by: "" };

/** What an installation of the very first version may hold, in the columns that it had: all that later migrations look at or rewrite. */
export const fillFirstVersion = async (typed: unknown): Promise<void> => {
  const db = typed as Kysely<Record<string, Record<string, unknown>>>;
  const add = (table: string, ...rows: Record<string, unknown>[]) => db.insertInto(table).values(rows).execute();
  const company = { parent_id: null, enabled: 1, expires_at: null, zone: "Asia/Shanghai", ...stamps };
  await add("company", { id: "root", path: "root/", name: "Gatehouse", ...company });
  await add("company", { id: "north", path: "root/north/", name: "North ÄÖ", ...company, parent_id: "root" });
  const user = { company_id: "north", user_name: "Über", nick_name: "", email: "", avatar: "", type: 1, enabled: 1, second_factor: 0 };
  await add("user", { id: "u1", account: "13800000001", phone: "13800000001", password_hash: "x", ...user, ...stamps });
  await add("user", { id: "u2", account: "Zoë", phone: "13800000002", password_hash: "x", ...user, ...stamps });
  await add("role", { id: "auditor", company_id: "north", name: "Auditor", description: "", ...stamps });
  await add("user_role", { user_id: "u2", role_id: "auditor" });
  const menu = { parent_id: null, icon: "", hidden: 0, affix: 0, no_cache: 0, sort: 0 };
  const reading = JSON.stringify(["/api/device_event/query_user_event"]);
  await add("menu", { id: "own", path: "/own", name: "审计", name_en: "Audit", action_list: reading, ...menu });
  await add("role_menu", { role_id: "auditor", menu_id: "own", actions: reading });
  await add("device_type", { id: "general", company_id: "root", name: "G", name_en: "", description: "" });
  const device = {
    ...{ company_id: "north", search: "", type_id: "general", model_id: null, industry: "", password_hash: "x", online: 0 },
    ...{ activated_at: 5, communication_time: 9, lng: null, lat: null, address: "", remark: "", software_version: "" },
    ...{ hardware_version: "", signal: null, iccid: "", open_alarms: 0, ...stamps },
  };
  for (const [id, sn] of Object.entries({ a: "sn-1", b: "SN-1", c: "SN-2" })) await add("device", { id, name: id, sn, ...device });
  await add("recipe", { id: "r", company_id: "north", name: "R", description: "", ...stamps });
  await add("slave", { id: "s", device_id: "a", no: 1, name: "Main", recipe_id: "r" });
  const seen = { device_id: "a", company_id: "north", at: 7 };
  await add("device_state_log", { id: "l", online: 1, reason: "", ...seen });
  await add("device_event", { id: "e", kind: "command", content: "{}", user_id: null, account: "", result: "", ...seen });
  const operation = { user_id: null, account: "x", user_name: "", company_id: "north", address: "", call: "/api/x", detail: "", code: 0 };
  await add("operation_log", { at: 1, milliseconds: 1, previous: "", hash: "h", ...operation });
  await sql`analyze`.execute(db);
};
