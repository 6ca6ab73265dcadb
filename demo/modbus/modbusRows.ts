import type { Insertable } from "kysely";
import { gatewayPassword } from "#demo/gatewayPassword.ts";
import { sites } from "#demo/places.ts";
import type { Db } from "#server/db/open.ts";
import type { DeviceTable, PointTable } from "#server/db/schema.ts";
import { cellOf } from "#server/places/cell.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { devicePasswordHash, deviceSecret } from "#server/wire/devicePassword.ts";
import { type CompressorPoint, points, slaveNames, template } from "./compressors.ts";

const id = "demo-ac-001";
const sn = "GHAC26001";
const model = "DTU-485";

const pointRow = (point: CompressorPoint, sort: number, at: number): Insertable<PointTable> => {
  const { registers, scale } = point;
  return {
    id: `${template.id}-${point.key}`,
    recipe_id: template.id,
    name: point.name,
    name_en: point.nameEn,
    address: point.address,
    default_value: "",
    value_type: registers.valueType,
    integer_digits: null,
    decimals: point.decimals,
    unit: point.unit,
    min: point.range?.[0] ?? null,
    max: point.range?.[1] ?? null,
    start_bit: registers.startBit,
    end_bit: registers.endBit,
    enumeration: JSON.stringify(point.labels.map(([value, label, labelEn]) => ({ value, label, labelEn }))),
    receive_formula: scale === 1 ? "" : `x/${scale}`,
    send_formula: scale === 1 ? "" : `x*${scale}`,
    store_mode: 1,
    display: 1,
    writable: point.writable ? 1 : 0,
    data_source: "",
    auth: 0,
    sort: (sort + 1) * 10,
    byte_order: registers.byteOrder,
    word_order: registers.wordOrder,
    poll_seconds: registers.pollSeconds,
    updated_at: at,
    updated_by: "",
  };
};

const deviceRow = (companyId: string, passwordHash: string, now: number): Insertable<DeviceTable> => {
  const [site] = sites;
  const name = `${site?.short ?? ""}空压站 001`;
  const place = { lng: site?.lng ?? 0, lat: site?.lat ?? 0 };
  return {
    ...{ id, sn, name, search: `${name} ${sn}`.toLowerCase(), company_id: companyId, password_hash: passwordHash },
    ...{ type_id: "demo-type-compressor", model_id: "demo-model-modbus", template_id: null, industry: "制造" },
    ...{ online: 0, activated_at: null, ...place, cell: cellOf(place), address: site?.address ?? "" },
    ...{ province: site?.province ?? "", city: site?.city ?? "", district: site?.district ?? "" },
    ...{ remark: "", attributes: "{}", mobile: "stop", dealer: "", sort: 0 },
    ...{ software_version: "", hardware_version: "", signal: null, iccid: "" },
    ...{ created_at: now, updated_at: now, updated_by: "admin" },
  };
};

/** A serial gateway with three compressors behind it that are polled, and what it needs: type, model, template. */
export const addModbusGateway = async (tx: Db, secret: string, now: number): Promise<void> => {
  const at = sites[0]?.id ?? rootCompanyId;
  const known = await tx.selectFrom("company").select("id").where("id", "=", at).executeTakeFirst();
  const hash = devicePasswordHash(gatewayPassword(secret, sn), await deviceSecret(tx));
  const shared = { company_id: rootCompanyId };
  await tx
    .insertInto("device_type")
    .values({
      id: "demo-type-compressor",
      ...shared,
      name: "空压机",
      name_en: "Air compressor",
      description: "",
      attributes: "[]",
      created_at: 0,
    })
    .execute();
  await tx
    .insertInto("device_model")
    .values({ id: "demo-model-modbus", ...shared, name: model, model_id: model, transmission: "modbus-rtu-over-tcp", poll_seconds: 5 })
    .execute();
  const stamps = { created_at: now, updated_at: now, updated_by: "" };
  await tx
    .insertInto("recipe")
    .values({ ...template, ...shared, ...stamps })
    .execute();
  await tx
    .insertInto("point")
    .values(points.map((point, sort) => pointRow(point, sort, now)))
    .execute();
  await tx
    .insertInto("device")
    .values(deviceRow(known?.id ?? rootCompanyId, hash, now))
    .execute();
  await tx
    .insertInto("slave")
    .values(slaveNames.map((name, index) => ({ id: `${id}-${index + 1}`, device_id: id, no: index + 1, name, recipe_id: template.id })))
    .execute();
};
