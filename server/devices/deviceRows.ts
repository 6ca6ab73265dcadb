import { type Selectable, sql } from "kysely";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import type { RunningMask } from "#contract/resources/alarmMask.ts";
import type { DeviceRow, DeviceWhole, deviceSlave, PointNow, Presence, SlaveNow } from "#contract/resources/device.ts";
import { transmissions } from "#contract/resources/deviceModel.ts";
import { runningMasks } from "#server/alarm/maskRecords.ts";
import { appsFor } from "#server/catalog/appUse.ts";
import { picturesOf } from "#server/catalog/iconGroups.ts";
import { isVisible } from "#server/catalog/pointAuth.ts";
import { approximates, enumerationOf } from "#server/catalog/pointRows.ts";
import { valuesIn } from "#server/catalog/typeAttributes.ts";
import type { Db } from "#server/db/open.ts";
import type { PointTable } from "#server/db/schema.ts";
import type { Caller } from "#server/kit/caller.ts";
import { listOf, pageOf } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import { boundDevices, companiesOf, isConsumer, seesAll } from "#server/kit/scope.ts";
import { sortingOf } from "#server/records/sorting.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";

type SlaveQuery = RequestOf<typeof deviceSlave.calls.query>;
type SlaveList = ResponseOf<typeof deviceSlave.calls.query>;

/** When a device last sent anything: newer than the column, which follows within seconds. */
export interface Communication {
  communicatedAt(deviceId: string): number | undefined;
}

/** What rows tell of the moment `at`, UTC ms. */
export interface RowsNow {
  readonly presence: Communication;
  readonly at: number;
}

type Latest = Pick<Telemetry, "find" | "latest">;

export const isoTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const presenceOf = (row: { online: number; activated_at: number | null }): Presence =>
  row.online === 1 ? "online" : row.activated_at === null ? "inactive" : "offline";

const selectRows = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("device")
    .innerJoin("device_type", "device_type.id", "device.type_id")
    .innerJoin("company", "company.id", "device.company_id")
    .innerJoin("device_communication", "device_communication.device_id", "device.id")
    .leftJoin("device_model", "device_model.id", "device.model_id")
    .leftJoin("device_template", "device_template.id", "device.template_id")
    .selectAll("device")
    .select([
      "device_communication.communication_time",
      "device_type.name as typeName",
      "device_type.name_en as typeNameEn",
      "company.name as companyName",
      "device_model.name as modelName",
      "device_template.name as templateName",
      "device_model.transmission",
    ])
    .where("device.id", "in", ids);

type Selected = Awaited<ReturnType<ReturnType<typeof selectRows>["execute"]>>[number];

const rowOf = (row: Selected, presence: Communication, mutedBy: RunningMask | undefined): DeviceRow => ({
  id: row.id,
  name: row.name,
  sn: row.sn,
  typeId: row.type_id,
  typeName: row.typeName,
  typeNameEn: row.typeNameEn,
  modelName: row.modelName ?? "",
  deviceTemplateName: row.templateName ?? "",
  transmission: transmissions.find((known) => known === row.transmission) ?? "mqtt-json",
  companyId: row.company_id,
  companyName: row.companyName,
  industry: row.industry,
  presence: presenceOf(row),
  communicationTime: isoTime(presence.communicatedAt(row.id) ?? row.communication_time),
  activatedAt: isoTime(row.activated_at),
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
  openAlarms: row.open_alarms,
  mutedBy: mutedBy ?? null,
  lng: row.lng,
  lat: row.lat,
  dealer: row.dealer,
  userName: row.user_name,
  contact: row.contact,
  thirdPartyId: row.third_party_id,
  tuyaId: row.tuya_id,
  installedOn: row.installed_on,
  province: row.province,
  city: row.city,
  district: row.district,
  address: row.address,
  sort: row.sort,
  mobile: row.mobile === "move" ? "move" : "stop",
  alarmNotice: row.alarm_notice === 1,
  leaseStart: row.lease_start,
  leaseEnd: row.lease_end,
  softwareVersion: row.software_version,
  hardwareVersion: row.hardware_version,
  parameterVersion: row.parameter_version,
  signal: row.signal,
});

/** Rows in the order of the ids. */
export const deviceRowsOf = async (db: Db, caller: Caller, ids: readonly string[], { presence, at }: RowsNow): Promise<DeviceRow[]> => {
  if (ids.length === 0) return [];
  const rows = new Map((await selectRows(db, ids).execute()).map((row) => [row.id, row]));
  const masks = await runningMasks(db, caller, "device_id", ids, at);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [rowOf(row, presence, masks.get(id))] : [];
  });
};

/** The device when it is in the caller's organisations and, for an end consumer, bound to it; a foreign id and a missing one are both not found. */
export const deviceInScope = async (db: Db, caller: Caller, id: string) => {
  const row = await db
    .selectFrom("device")
    .selectAll()
    .where("id", "=", id)
    .$if(!seesAll(caller), (query) => query.where("company_id", "in", companiesOf(db, caller)))
    .$if(isConsumer(caller), (query) => query.where("device.id", "in", boundDevices(db, caller)))
    .executeTakeFirst();
  if (!row) throw new Problem("notFound");
  return row;
};

/** Those of the devices that are in the caller's organisations and, for an end consumer, bound to it. */
export const devicesInScope = (db: Db, caller: Caller, ids: readonly string[]) =>
  db
    .selectFrom("device")
    .where("device.id", "in", ids)
    .where("device.company_id", "in", companiesOf(db, caller))
    .$if(isConsumer(caller), (query) => query.where("device.id", "in", boundDevices(db, caller)));

/** The same of SNs in lower case: two that differ by case alone are one to whoever types them. */
export const devicesOfSns = (db: Db, caller: Caller, sns: readonly string[]) =>
  db
    .selectFrom("device")
    .where(sql`lower(device.sn)`, "in", sns)
    .where("device.company_id", "in", companiesOf(db, caller))
    .$if(isConsumer(caller), (query) => query.where("device.id", "in", boundDevices(db, caller)));

/**
 * The points of templates that the caller sees on a device, by template, in their order; those not for display are left out. To end users they
 * are what the app recipe in use says: called so, in its order, and written only where it lets them be set.
 */
export const shownPoints = async (db: Db, caller: Caller, recipeIds: readonly string[]): Promise<ReadonlyMap<string, ShownPoint[]>> => {
  const rows =
    recipeIds.length === 0
      ? []
      : await db
          .selectFrom("point")
          .selectAll()
          .where("recipe_id", "in", recipeIds)
          .where("display", "=", 1)
          .where(isVisible(caller))
          .orderBy("sort")
          .orderBy("id")
          .execute();
  const byRecipe = new Map<string, ShownPoint[]>(recipeIds.map((id) => [id, []]));
  const pictures = await picturesOf(db, [...new Set(rows.flatMap((row) => row.icon_group_id ?? []))]);
  for (const row of rows) {
    const shown = { ...row, enumeration: enumerationOf(row.enumeration), pictures: pictures.get(row.icon_group_id ?? "") };
    byRecipe.get(row.recipe_id)?.push(shown);
  }
  const apps = await appsFor(db, caller, recipeIds);
  return new Map([...byRecipe].map(([id, points]) => [id, apps.get(id)?.shows(points) ?? points]));
};

export type ShownPoint = Omit<Selectable<PointTable>, "enumeration"> & Pick<PointNow, "enumeration" | "pictures" | "show">;

const pointNow = (point: ShownPoint, sample: { ts: number; value: number | string } | undefined): PointNow => ({
  id: point.id,
  address: point.address,
  name: point.name,
  nameEn: point.name_en,
  unit: point.unit,
  valueType: point.value_type,
  decimals: point.decimals,
  writable: point.writable === 1,
  min: point.min,
  max: point.max,
  storeMode: point.store_mode,
  ...(approximates(point) ? { approximate: true as const } : {}),
  enumeration: point.enumeration,
  ...(point.writable === 1
    ? {
        writing: {
          integerDigits: point.integer_digits,
          startBit: point.start_bit,
          endBit: point.end_bit,
          sendFormula: point.send_formula,
        },
      }
    : {}),
  pictures: point.pictures,
  ...(point.show ? { show: point.show } : {}),
  value: sample?.value ?? null,
  ts: sample ? new Date(sample.ts).toISOString() : null,
});

export const slavesOf = (db: Db, deviceId: string) =>
  db
    .selectFrom("slave")
    .innerJoin("recipe", "recipe.id", "slave.recipe_id")
    .selectAll("slave")
    .select("recipe.name as recipeName")
    .where("slave.device_id", "=", deviceId)
    .orderBy("slave.no")
    .execute();

/** A slave of a device, with every point that the caller is shown and its latest value. */
const slavesNow = async (
  db: Db,
  caller: Caller,
  telemetry: Latest,
  slaves: readonly { id: string; device_id: string; no: number; name: string; recipe_id: string; recipeName: string }[],
): Promise<SlaveNow[]> => {
  const recipeIds = [...new Set(slaves.map((slave) => slave.recipe_id))];
  const points = await shownPoints(db, caller, recipeIds);
  const apps = await appsFor(db, caller, recipeIds);
  const latest = (slave: { device_id: string; no: number }, pointId: string) => {
    const series = telemetry.find(slave.device_id, slave.no, pointId);
    return series === undefined ? undefined : telemetry.latest(series);
  };
  return slaves.map((slave) => ({
    id: slave.id,
    no: slave.no,
    name: slave.name,
    recipeId: slave.recipe_id,
    recipeName: slave.recipeName,
    points: (points.get(slave.recipe_id) ?? []).map((point) => pointNow(point, latest(slave, point.id))),
    commands: apps.get(slave.recipe_id)?.commands,
  }));
};

/** The whole device: its slaves, and every point that is shown with its latest value. */
export const getDevice = async (
  db: Db,
  caller: Caller,
  id: string,
  { presence, telemetry, at }: RowsNow & { telemetry: Latest },
): Promise<Omit<DeviceWhole, "followed">> => {
  await deviceInScope(db, caller, id);
  const row = await selectRows(db, [id]).executeTakeFirst();
  if (!row) throw new Problem("notFound");
  const slaves = await slavesOf(db, id);
  const masks = await runningMasks(db, caller, "device_id", [id], at);
  return {
    ...rowOf(row, presence, masks.get(id)),
    modelId: row.model_id,
    deviceTemplateId: row.template_id,
    remark: row.remark,
    serviceInfo: row.service_info,
    image: row.image,
    attributes: { ...valuesIn(row.attributes) },
    iccid: row.iccid,
    version: row.version,
    slaves: await slavesNow(db, caller, telemetry, slaves),
  };
};

/** One slave and its gateway; a foreign id and a missing one are both not found. */
export const getSlave = async (
  db: Db,
  caller: Caller,
  id: string,
  { telemetry, ...now }: RowsNow & { telemetry: Latest },
): Promise<ResponseOf<typeof deviceSlave.calls.get_device_slave>> => {
  const slave = await db
    .selectFrom("slave")
    .innerJoin("recipe", "recipe.id", "slave.recipe_id")
    .selectAll("slave")
    .select("recipe.name as recipeName")
    .where("slave.id", "=", id)
    .executeTakeFirst();
  if (!slave) throw new Problem("notFound");
  await deviceInScope(db, caller, slave.device_id);
  const [gateway] = await deviceRowsOf(db, caller, [slave.device_id], now);
  const [shown] = await slavesNow(db, caller, telemetry, [slave]);
  if (!gateway || !shown) throw new Problem("notFound");
  return { ...shown, device: gateway };
};

/** The slaves behind one gateway, by number unless asked otherwise. */
export const listSlaves = async (db: Db, caller: Caller, request: SlaveQuery): Promise<SlaveList> => {
  const { field, order } = sortingOf(request, { field: "no", order: "asc" });
  await deviceInScope(db, caller, request.deviceId);
  const base = db.selectFrom("slave").innerJoin("recipe", "recipe.id", "slave.recipe_id").where("slave.device_id", "=", request.deviceId);
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await base
    .select(["slave.id", "slave.device_id as deviceId", "slave.no", "slave.name", "slave.recipe_id as recipeId"])
    .select("recipe.name as recipeName")
    .orderBy(field === "recipeName" ? "recipe.name" : `slave.${field}`, order)
    .orderBy("slave.no")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  return listOf(rows, total, pageNo, request);
};
