import { randomBytes } from "node:crypto";
import { hashPassword } from "#server/auth/password.ts";
import { writeCommunicationTimes } from "#server/catalog/communicationTimes.ts";
import { definitionOf } from "#server/catalog/parameters.ts";
import { ConfigFault } from "#server/config.ts";
import type { Db } from "#server/db/open.ts";
import { builtinRoles } from "#server/menu/seed.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { devicePasswordHash, deviceSecret as installationSecret } from "#server/wire/devicePassword.ts";
import { demoPassword } from "./accounts.ts";
import { alarmContactRows, alarmGroupContactRows, alarmGroupRows, alarmTypeRows, ruleStepRows } from "./alarmRows.ts";
import {
  appCommandRows,
  appCommandValueRows,
  appRecipePointRows,
  appRecipeRows,
  parameterPoint,
  parameterRows,
  parameterValueRows,
} from "./appRows.ts";
import { categoryRows } from "./categoryRows.ts";
import { bindingRows, companyRows, newAccounts, userRow } from "./companyRows.ts";
import { communicationTimes, deviceRow, followedRows, modelRows, slaveRows, stateRows, typeRows } from "./deviceRows.ts";
import { dayMs, fleetOf, type Gateway, kinds } from "./fleet.ts";
import { gatewayPassword } from "./gatewayPassword.ts";
import { companyGroupMemberRows, companyGroupRows, ownGroupMemberRows, ownGroupRows } from "./groupRows.ts";
import { addModbusGateway } from "./modbus/modbusRows.ts";
import { panelCommandRows, panelLinkRows, panelRows, panelValueRows } from "./panelRows.ts";
import { pastAlarms } from "./pastAlarms.ts";
import { pastPlaces } from "./pastPlaces.ts";
import { presetRows, presetRuleRows, presetSlaveRows, ruleTemplateRows } from "./presetRows.ts";
import { rules } from "./rules.ts";
import { pointRows, ruleRow } from "./templateRows.ts";
import { templates } from "./templates.ts";
import { videoRows } from "./videoRows.ts";

const settingKey = "demo";
const rowsAtOnce = 100;

/** What the demonstration was made with, kept in the settings. */
export interface Seeded {
  readonly size: number;
  readonly days: number;
  readonly at: number;
  /** The gateways' passwords follow from it. */
  readonly secret: string;
  /** False until the past readings are in. */
  readonly filled: boolean;
  /** Whether its devices have got their cameras. */
  readonly cameras?: boolean;
  /** Whether it has got its gateway that is polled over Modbus. */
  readonly modbus?: boolean;
}

export const readSeeded = async (db: Db): Promise<Seeded | undefined> => {
  const row = await db.selectFrom("setting").select("value").where("key", "=", settingKey).executeTakeFirst();
  return row && (JSON.parse(row.value) as Seeded);
};

const note = async (db: Db, seeded: Seeded): Promise<void> => {
  await db
    .updateTable("setting")
    .set({ value: JSON.stringify(seeded) })
    .where("key", "=", settingKey)
    .execute();
};

export const markFilled = (db: Db, seeded: Seeded): Promise<void> => note(db, { ...seeded, filled: true });

/** Gives devices their cameras, once; from then on those that are left play from `base`, where the streams are this time. */
export const bringCameras = async (db: Db, seeded: Seeded, base: string, now: number): Promise<Seeded> =>
  db.transaction().execute(async (tx) => {
    const rows = videoRows(fleetOf(seeded.size), base, now);
    const brought = { ...seeded, cameras: true };
    if (seeded.cameras) {
      for (const { id, url } of rows) await tx.updateTable("device_video").set({ url }).where("id", "=", id).execute();
      return brought;
    }
    const ids = rows.map(({ device_id }) => device_id);
    const devices = new Set((await tx.selectFrom("device").select("id").where("id", "in", ids).execute()).map(({ id }) => id));
    const placed = rows.filter(({ device_id }) => devices.has(device_id));
    if (placed.length > 0) await tx.insertInto("device_video").values(placed).execute();
    await note(tx, brought);
    return brought;
  });

/** Adds the gateway that is polled over Modbus, once: one that was deleted since stays away. */
export const bringModbus = async (db: Db, seeded: Seeded, now: number): Promise<Seeded> => {
  if (seeded.modbus) return seeded;
  const brought = { ...seeded, modbus: true };
  await db.transaction().execute(async (tx) => {
    await addModbusGateway(tx, seeded.secret, now);
    await note(tx, brought);
  });
  return brought;
};

const portionsOf = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, index) => rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce));

/** Alarm records, comings and goings, and tracks of [from, now). */
export const seedPast = async (db: Db, fleet: readonly Gateway[], from: number, now: number): Promise<void> => {
  for (const rows of portionsOf(pastAlarms(fleet, from, now)))
    await db
      .insertInto("alarm_log")
      .values(rows)
      .onConflict((conflict) => conflict.column("open_key").doNothing())
      .execute();
  const states = fleet.flatMap((gateway) => (gateway.standing === "away" && from > now - dayMs ? [] : stateRows(gateway, from, now)));
  for (const rows of portionsOf(states)) await db.insertInto("device_state_log").values(rows).execute();
  for (const rows of portionsOf(fleet.flatMap((gateway) => pastPlaces(gateway, from, now))))
    await db
      .insertInto("device_place")
      .values(rows)
      .onConflict((conflict) => conflict.columns(["device_id", "at"]).doNothing())
      .execute();
};

const refuseForeign = async (db: Db): Promise<void> => {
  const device = await db.selectFrom("device").select("id").limit(1).executeTakeFirst();
  const company = await db.selectFrom("company").select("id").where("id", "<>", rootCompanyId).limit(1).executeTakeFirst();
  if (device || company) throw new ConfigFault("DATA_DIR holds data that is not the demonstration's: name another folder, or an empty one");
};

/** Puts organisations, accounts, templates, rules, devices and their past alarms in, all of it or nothing. */
export const seedDemo = async (db: Db, size: number, days: number, now: number): Promise<Seeded> => {
  await refuseForeign(db);
  const seeded: Seeded = { size, days, at: now, secret: randomBytes(24).toString("base64url"), filled: false };
  const fleet = fleetOf(size);
  const passwordHash = await hashPassword(demoPassword);
  const deviceSecret = await installationSecret(db);
  const longAgo = now - 500 * dayMs;
  await db.transaction().execute(async (tx) => {
    await tx.updateTable("company").set({ name: "Gatehouse 演示 Demo" }).where("id", "=", rootCompanyId).execute();
    await tx.insertInto("company").values(companyRows(longAgo)).execute();
    for (const account of newAccounts) {
      await tx
        .insertInto("user")
        .values(userRow(account, passwordHash, longAgo))
        .execute();
      const role = builtinRoles.find(({ type }) => type === account.type);
      if (role)
        await tx
          .insertInto("user_role")
          .values({ user_id: `demo-user-${account.account}`, role_id: role.id })
          .execute();
    }
    await tx.insertInto("device_type").values(typeRows()).execute();
    await tx.insertInto("device_model").values(modelRows()).execute();
    await tx.insertInto("point_category").values(categoryRows(longAgo)).execute();
    for (const kind of kinds) {
      const { id, name, description } = templates[kind];
      const stamps = { created_at: longAgo, updated_at: longAgo, updated_by: "" };
      await tx
        .insertInto("recipe")
        .values({ id, company_id: rootCompanyId, name, description, ...stamps })
        .execute();
      await tx.insertInto("point").values(pointRows(templates[kind], longAgo)).execute();
    }
    await tx.insertInto("alarm_type").values(alarmTypeRows(longAgo)).execute();
    await tx.insertInto("alarm_contact").values(alarmContactRows(longAgo)).execute();
    await tx.insertInto("alarm_group").values(alarmGroupRows(longAgo)).execute();
    await tx.insertInto("alarm_group_contact").values(alarmGroupContactRows()).execute();
    await tx
      .insertInto("alarm_trigger")
      .values(rules.map((rule) => ruleRow(rule, longAgo)))
      .execute();
    await tx.insertInto("alarm_trigger_step").values(ruleStepRows(rules)).execute();
    await tx.insertInto("alarm_trigger_template").values(ruleTemplateRows(longAgo)).execute();
    await tx.insertInto("device_template").values(presetRows(longAgo)).execute();
    await tx.insertInto("device_template_slave").values(presetSlaveRows()).execute();
    await tx.insertInto("device_template_rule").values(presetRuleRows()).execute();
    await tx.insertInto("app_recipe").values(appRecipeRows(longAgo)).execute();
    await tx.insertInto("app_recipe_point").values(appRecipePointRows()).execute();
    await tx.insertInto("app_command").values(appCommandRows(longAgo)).execute();
    await tx.insertInto("app_command_value").values(appCommandValueRows()).execute();
    await tx.insertInto("parameter_table").values(parameterRows(longAgo)).execute();
    const written = await tx.selectFrom("point").selectAll().where("id", "=", parameterPoint).executeTakeFirstOrThrow();
    await tx
      .insertInto("parameter_value")
      .values(parameterValueRows(definitionOf(written)))
      .execute();
    await tx.insertInto("device_template_ui").values(panelRows(longAgo)).execute();
    await tx.insertInto("device_template_ui_cmd").values(panelCommandRows(longAgo)).execute();
    await tx.insertInto("device_template_ui_cmd_value").values(panelValueRows()).execute();
    await tx.insertInto("device_template_ui_company").values(panelLinkRows(longAgo)).execute();
    const devices = fleet.map((gateway) =>
      deviceRow(gateway, devicePasswordHash(gatewayPassword(seeded.secret, gateway.sn), deviceSecret), now),
    );
    for (const rows of portionsOf(devices)) await tx.insertInto("device").values(rows).execute();
    for (const times of portionsOf(communicationTimes(fleet, now))) await writeCommunicationTimes(tx, times);
    for (const rows of portionsOf(fleet.flatMap(slaveRows))) await tx.insertInto("slave").values(rows).execute();
    for (const row of newAccounts.flatMap((account) => bindingRows(account, fleet, longAgo)))
      await tx.insertInto("device_user").values(row).execute();
    await tx.insertInto("device_favorite").values(followedRows(fleet, now)).execute();
    await tx.insertInto("device_company_group").values(companyGroupRows(longAgo)).execute();
    for (const rows of portionsOf(companyGroupMemberRows(fleet, now - dayMs)))
      await tx.insertInto("device_company_group_member").values(rows).execute();
    await tx.insertInto("device_group").values(ownGroupRows(longAgo)).execute();
    await tx
      .insertInto("device_group_member")
      .values(ownGroupMemberRows(fleet, now - dayMs))
      .execute();
    await seedPast(tx, fleet, now - days * dayMs, now);
    await tx
      .insertInto("setting")
      .values({ key: settingKey, value: JSON.stringify(seeded) })
      .execute();
  });
  return seeded;
};
