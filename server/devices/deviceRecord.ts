import type { Selectable } from "kysely";
import { type DeviceColumnId, mobileWords, switchWords } from "#contract/deviceTable.ts";
import type { Cell } from "#contract/kit/csv.ts";
import type { Language } from "#contract/messages.ts";
import type { TypeAttribute } from "#contract/resources/deviceType.ts";
import { attributesIn, valuesIn } from "#server/catalog/typeAttributes.ts";
import type { Db } from "#server/db/open.ts";
import type { DeviceTable } from "#server/db/schema.ts";
import { portions } from "#server/kit/portions.ts";
import type { DeviceRequest } from "./deviceCells.ts";
import type { DeviceNames } from "./deviceNames.ts";

interface Slave {
  readonly no: number;
  readonly name: string;
  readonly recipe_id: string;
  readonly recipeName: string;
}

/** A device as a table has it. */
export interface DeviceRecord {
  readonly device: Omit<Selectable<DeviceTable>, "password_hash">;
  readonly typeName: string;
  readonly typeNameEn: string;
  readonly modelName: string;
  readonly companyName: string;
  readonly slaves: readonly Slave[];
  readonly attributes: readonly TypeAttribute[];
}

/** The devices with these ids, in no order. */
export const deviceRecords = async (db: Db, ids: readonly string[]): Promise<DeviceRecord[]> => {
  const records: DeviceRecord[] = [];
  for (const some of portions(ids)) {
    const rows = await db
      .selectFrom("device")
      .innerJoin("device_type", "device_type.id", "device.type_id")
      .innerJoin("company", "company.id", "device.company_id")
      .leftJoin("device_model", "device_model.id", "device.model_id")
      .selectAll("device")
      .select(["device_type.name as typeName", "device_type.name_en as typeNameEn", "device_type.attributes as typeAttributes"])
      .select(["company.name as companyName", "device_model.name as modelName"])
      .where("device.id", "in", some)
      .execute();
    const slaves = await db
      .selectFrom("slave")
      .innerJoin("recipe", "recipe.id", "slave.recipe_id")
      .select(["slave.device_id", "slave.no", "slave.name", "slave.recipe_id", "recipe.name as recipeName"])
      .where("slave.device_id", "in", some)
      .orderBy("slave.no")
      .execute();
    const byDevice = new Map<string, Slave[]>();
    for (const { device_id, ...slave } of slaves) byDevice.set(device_id, [...(byDevice.get(device_id) ?? []), slave]);
    for (const { typeName, typeNameEn, typeAttributes, companyName, modelName, password_hash: _secret, ...device } of rows)
      records.push({
        ...{ device, typeName, typeNameEn, companyName, modelName: modelName ?? "" },
        slaves: byDevice.get(device.id) ?? [],
        attributes: attributesIn(typeAttributes),
      });
  }
  return records;
};

const typeNameOf = ({ typeName, typeNameEn }: DeviceRecord, language: Language): string => (language === "en" && typeNameEn) || typeName;

/** What a record is labelled by has to be known first. */
export const loadLabels = async (names: DeviceNames, records: readonly DeviceRecord[]): Promise<void> => {
  await names.types.load(records.flatMap(({ typeName, typeNameEn }) => [typeName, typeNameEn]));
  await names.models.load(records.map(({ modelName }) => modelName));
  await names.companies.load(records.map(({ companyName }) => companyName));
  await names.recipes.load(records.flatMap(({ slaves }) => slaves.map(({ recipeName }) => recipeName)));
};

const attributeLine = ({ name, nameEn, kind }: TypeAttribute, value: string, language: Language): string => {
  const said = kind === "boolean" && (value === "1" || value === "0") ? switchWords[value][language] : value;
  return `${(language === "en" && nameEn) || name}: ${said}`;
};

/** The cells of a device, by their columns. A value that an import would give by itself is written, too. */
export const deviceCells = (
  record: DeviceRecord,
  names: DeviceNames,
  language: Language,
): Readonly<Record<Exclude<DeviceColumnId, "password">, Cell>> => {
  const { device, slaves, attributes } = record;
  const values = valuesIn(device.attributes);
  const slaveLines = (of: (slave: Slave) => string): string => slaves.map(of).join("\n");
  return {
    sn: device.sn,
    name: device.name,
    type: names.types.label({ id: device.type_id, name: typeNameOf(record, language) }),
    model: device.model_id === null ? "" : names.models.label({ id: device.model_id, name: record.modelName }),
    industry: device.industry,
    company: names.companies.label({ id: device.company_id, name: record.companyName }),
    slaveNo: slaveLines(({ no }) => String(no)),
    slaveName: slaveLines(({ name }) => name),
    recipe: slaveLines(({ recipe_id, recipeName }) => names.recipes.label({ id: recipe_id, name: recipeName })),
    attributes: attributes
      .filter(({ id, defaultValue }) => values[id] !== undefined || defaultValue !== "")
      .map((attribute) => attributeLine(attribute, values[attribute.id] ?? "", language))
      .join("\n"),
    lng: device.lng,
    lat: device.lat,
    province: device.province,
    city: device.city,
    district: device.district,
    address: device.address,
    dealer: device.dealer,
    userName: device.user_name,
    contact: device.contact,
    installedOn: device.installed_on,
    leaseStart: device.lease_start,
    leaseEnd: device.lease_end,
    serviceInfo: device.service_info,
    thirdPartyId: device.third_party_id,
    tuyaId: device.tuya_id,
    mobile: mobileWords[device.mobile === "move" ? "move" : "stop"][language],
    alarmNotice: switchWords[device.alarm_notice === 1 ? "1" : "0"][language],
    image: device.image,
    sort: device.sort,
    remark: device.remark,
  };
};

/** A spreadsheet keeps 15 digits of a number. */
const sameNumber = (one: number | null, other: number | null): boolean =>
  one === other || (one !== null && other !== null && one.toPrecision(15) === other.toPrecision(15));

/** The columns of the table in which a row says something else than the device has. Attributes that it does not name are as they are. */
export const differingColumns = (columns: readonly string[], request: DeviceRequest, { device, slaves }: DeviceRecord): string[] => {
  const asked = [...request.slaves].sort((one, other) => one.no - other.no);
  const values = valuesIn(device.attributes);
  const same: Readonly<Record<Exclude<DeviceColumnId, "sn" | "password">, () => boolean>> = {
    name: () => request.name === device.name,
    type: () => request.typeId === device.type_id,
    model: () => (request.modelId || null) === device.model_id,
    industry: () => request.industry === device.industry,
    company: () => request.companyId === device.company_id,
    slaveNo: () => sameList(asked, slaves, ({ no }, other) => no === other.no),
    slaveName: () => sameList(asked, slaves, ({ name }, other) => name === other.name),
    recipe: () => sameList(asked, slaves, ({ recipeId }, other) => recipeId === other.recipe_id),
    attributes: () => Object.entries(request.attributes).every(([id, value]) => value === (values[id] ?? "")),
    lng: () => sameNumber(request.lng, device.lng),
    lat: () => sameNumber(request.lat, device.lat),
    province: () => request.province === device.province,
    city: () => request.city === device.city,
    district: () => request.district === device.district,
    address: () => request.address === device.address,
    dealer: () => request.dealer === device.dealer,
    userName: () => request.userName === device.user_name,
    contact: () => request.contact === device.contact,
    installedOn: () => request.installedOn === device.installed_on,
    leaseStart: () => request.leaseStart === device.lease_start,
    leaseEnd: () => request.leaseEnd === device.lease_end,
    serviceInfo: () => request.serviceInfo === device.service_info,
    thirdPartyId: () => request.thirdPartyId === device.third_party_id,
    tuyaId: () => request.tuyaId === device.tuya_id,
    mobile: () => request.mobile === device.mobile,
    alarmNotice: () => request.alarmNotice === (device.alarm_notice === 1),
    image: () => request.image === device.image,
    sort: () => request.sort === device.sort,
    remark: () => request.remark === device.remark,
  };
  const isDiffering = (column: string): boolean => Object.hasOwn(same, column) && !same[column as keyof typeof same]();
  return columns.filter(isDiffering);
};

const sameList = <One, Other>(ones: readonly One[], others: readonly Other[], same: (one: One, other: Other) => boolean): boolean =>
  ones.length === others.length &&
  ones.every((one, place) => {
    const other = others[place];
    return other !== undefined && same(one, other);
  });
