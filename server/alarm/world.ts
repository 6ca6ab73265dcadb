import { conditions } from "#contract/resources/alarm.ts";
import type { Db } from "#server/db/open.ts";
import { type AlarmDevice, compileRule, type Rule } from "./rule.ts";

export interface ScopedDevice extends AlarmDevice {
  readonly online: boolean;
  readonly activated: boolean;
  /** Slave numbers by template. */
  readonly slaves: ReadonlyMap<string, ReadonlySet<number>>;
}

/** The enabled rules and the devices that they can apply to. */
export interface World {
  readonly rules: ReadonlyMap<string, Rule>;
  readonly devices: ReadonlyMap<string, ScopedDevice>;
}

export const loadWorld = async (db: Db): Promise<World> => {
  const rows = await db
    .selectFrom("alarm_trigger")
    .leftJoin("point", "point.id", "alarm_trigger.point_id")
    .where("alarm_trigger.enabled", "=", 1)
    .selectAll("alarm_trigger")
    .select(["point.name as point_name", "point.name_en as point_name_en", "point.unit as unit"])
    .execute();
  const rules = new Map<string, Rule>();
  for (const row of rows) {
    const condition = conditions.find((known) => known === row.condition);
    if (!condition) continue;
    rules.set(
      row.id,
      compileRule({
        id: row.id,
        name: row.name,
        recipeId: row.recipe_id,
        pointId: row.point_id,
        pointName: row.point_name ?? "",
        pointNameEn: row.point_name_en ?? "",
        unit: row.unit ?? "",
        deviceId: row.device_id,
        level: row.level,
        condition,
        a: row.a,
        b: row.b,
        min: row.min,
        max: row.max,
        holdSeconds: row.hold_seconds,
        pushContent: row.push_content,
        pushContentEn: row.push_content_en,
        releaseContent: row.release_content,
        releaseContentEn: row.release_content_en,
        saveData: row.save_data === 1,
        mask: row.mask === 1,
      }),
    );
  }
  return { rules, devices: await loadDevices(db) };
};

const loadDevices = async (db: Db): Promise<Map<string, ScopedDevice>> => {
  const rows = await db
    .selectFrom("slave")
    .innerJoin("device", "device.id", "slave.device_id")
    .innerJoin("company", "company.id", "device.company_id")
    .where("slave.recipe_id", "in", (eb) =>
      eb.selectFrom("alarm_trigger").select("alarm_trigger.recipe_id").where("alarm_trigger.enabled", "=", 1),
    )
    .select([
      "slave.no",
      "slave.name as slave_name",
      "slave.recipe_id",
      "device.id",
      "device.name",
      "device.sn",
      "device.company_id",
      "device.online",
      "device.activated_at",
    ])
    .select("company.path")
    .execute();
  const devices = new Map<string, ScopedDevice>();
  const slaves = new Map<string, Map<string, Set<number>>>();
  const names = new Map<string, Map<number, string>>();
  for (const row of rows) {
    const ofDevice = slaves.get(row.id) ?? new Map<string, Set<number>>();
    ofDevice.set(row.recipe_id, (ofDevice.get(row.recipe_id) ?? new Set()).add(row.no));
    slaves.set(row.id, ofDevice);
    const ownNames = names.get(row.id) ?? new Map<number, string>();
    names.set(row.id, ownNames.set(row.no, row.slave_name));
    if (devices.has(row.id)) continue;
    devices.set(row.id, {
      id: row.id,
      name: row.name,
      sn: row.sn,
      companyId: row.company_id,
      companyPath: row.path,
      online: row.online === 1,
      activated: row.activated_at !== null,
      slaves: ofDevice,
      slaveNames: ownNames,
    });
  }
  return devices;
};

/** Whether the rule applies to the slave of the device (slave 0: to the device itself). */
export const applies = ({ definition, kind }: Rule, device: ScopedDevice | undefined, slave: number): device is ScopedDevice => {
  if (!device || (definition.deviceId !== null && definition.deviceId !== device.id)) return false;
  const numbers = device.slaves.get(definition.recipeId);
  return numbers !== undefined && (kind === "offline" || numbers.has(slave));
};
