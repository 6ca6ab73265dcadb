import type { Insertable } from "kysely";
import type { CommunicationTime } from "#server/catalog/communicationTimes.ts";
import type {
  DeviceFavoriteTable,
  DeviceModelTable,
  DeviceStateLogTable,
  DeviceTable,
  DeviceTypeTable,
  SlaveTable,
} from "#server/db/schema.ts";
import { newId } from "#server/kit/newId.ts";
import { cellOf } from "#server/places/cell.ts";
import { adminId, rootCompanyId } from "#server/system/seed.ts";
import { between } from "./chance.ts";
import { dayMs, type Gateway, hourMs, type Kind, kinds } from "./fleet.ts";
import { iccidOf } from "./iccid.ts";
import { incidentsOf } from "./incidents.ts";
import { regions } from "./places.ts";
import { journeyOf } from "./roads.ts";
import { templates } from "./templates.ts";

interface KindRows {
  readonly type: string;
  readonly typeEn: string;
  readonly model: string;
  readonly industry: string;
  /** What is told of each of the type, with its default. */
  readonly attributes: readonly (readonly [
    name: string,
    nameEn: string,
    kind: "text" | "number" | "choice",
    choices: string,
    value: string,
  ])[];
}

const kindRows: Readonly<Record<Kind, KindRows>> = {
  weather: {
    type: "气象站",
    typeEn: "Weather station",
    model: "WS-600",
    industry: "环保",
    attributes: [
      ["安装高度（m）", "Mast height (m)", "number", "", "10"],
      ["供电", "Power supply", "choice", "市电, 太阳能", "太阳能"],
    ],
  },
  meter: {
    type: "智能电表",
    typeEn: "Power meter",
    model: "PM-5300",
    industry: "电力",
    attributes: [
      ["额定电流（A）", "Rated current (A)", "number", "", "100"],
      ["接线", "Wiring", "choice", "三相三线, 三相四线", "三相四线"],
    ],
  },
  coldRoom: {
    type: "冷库控制器",
    typeEn: "Cold-room controller",
    model: "CR-200",
    industry: "冷链",
    attributes: [
      ["容积（m³）", "Volume (m³)", "number", "", "320"],
      ["制冷剂", "Refrigerant", "choice", "R404A, R507, R717", "R404A"],
    ],
  },
  pump: {
    type: "供水泵站",
    typeEn: "Pump station",
    model: "WP-40",
    industry: "水务",
    attributes: [
      ["额定功率（kW）", "Rated power (kW)", "number", "", "37"],
      ["介质", "Medium", "choice", "原水, 清水, 污水", "清水"],
    ],
  },
  pile: {
    type: "充电桩",
    typeEn: "EV charger",
    model: "CP-120D",
    industry: "交通",
    attributes: [
      ["额定功率（kW）", "Rated power (kW)", "number", "", "120"],
      ["接口", "Connector", "text", "", "GB/T 20234.3"],
    ],
  },
  vehicle: {
    type: "车载终端",
    typeEn: "Vehicle terminal",
    model: "VT-8",
    industry: "交通",
    attributes: [
      ["车牌", "Licence plate", "text", "", ""],
      ["车型", "Vehicle class", "choice", "轻卡, 中卡, 重卡", "轻卡"],
    ],
  },
};

const attributesOf = (kind: Kind) =>
  kindRows[kind].attributes.map(([name, nameEn, attributeKind, choices, defaultValue], place) => ({
    ...{ id: `demo-${kind}-${place}`, name, nameEn, kind: attributeKind, choices, defaultValue },
  }));

const defaultsOf = (kind: Kind): string =>
  JSON.stringify(
    Object.fromEntries(attributesOf(kind).flatMap(({ id, defaultValue }) => (defaultValue === "" ? [] : [[id, defaultValue]]))),
  );

/** The calendar day of a time, as it is in UTC. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export const typeRows = (): Insertable<DeviceTypeTable>[] =>
  kinds.map((kind) => ({
    id: `demo-type-${kind}`,
    company_id: rootCompanyId,
    name: kindRows[kind].type,
    name_en: kindRows[kind].typeEn,
    description: "",
    attributes: JSON.stringify(attributesOf(kind)),
    created_at: 0,
  }));

/** A pump station that is an edge node of Sparkplug B. */
const sparkplug = { sn: "GHWP26002", model: "demo-model-sparkplug", name: "WP-40S" } as const;

export const modelRows = (): Insertable<DeviceModelTable>[] => [
  ...kinds.map((kind) => ({
    id: `demo-model-${kind}`,
    company_id: rootCompanyId,
    name: kindRows[kind].model,
    model_id: kindRows[kind].model,
    transmission: "mqtt-json",
  })),
  { id: sparkplug.model, company_id: rootCompanyId, name: sparkplug.name, model_id: sparkplug.name, transmission: "sparkplug-b" },
];

/** The first of each kind is followed by the administrator. */
export const followedRows = (fleet: readonly Gateway[], now: number): Insertable<DeviceFavoriteTable>[] =>
  kinds.flatMap((kind, index) => {
    const first = fleet.find((gateway) => gateway.kind === kind);
    return first ? [{ user_id: adminId, device_id: first.id, place: index + 1, followed_at: now - (kinds.length - index) * dayMs }] : [];
  });

/** Since when a gateway that is away has been offline. */
export const awayFrom = ({ seed }: Gateway, seededAt: number): number =>
  Math.floor((seededAt - between(3, 11, seed, 21) * dayMs) / hourMs) * hourMs;

export const deviceRow = (gateway: Gateway, passwordHash: string, now: number): Insertable<DeviceTable> => {
  const { seed, standing, site, kind } = gateway;
  const created = Math.round(now - between(45, 500, seed, 22) * dayMs);
  const inactive = standing === "inactive";
  const place = kind === "vehicle" && !inactive ? journeyOf(gateway, now) : gateway;
  return {
    id: gateway.id,
    company_id: site.id,
    name: gateway.name,
    sn: gateway.sn,
    search: `${gateway.name} ${gateway.sn}`.toLowerCase(),
    type_id: `demo-type-${kind}`,
    model_id: gateway.sn === sparkplug.sn ? sparkplug.model : `demo-model-${kind}`,
    template_id: `demo-preset-${kind}`,
    industry: kindRows[kind].industry,
    password_hash: passwordHash,
    online: standing === "live" ? 1 : 0,
    activated_at: inactive ? null : Math.round(created + between(1, 70, seed, 23) * hourMs),
    lng: place.lng,
    lat: place.lat,
    cell: cellOf(place),
    address: `${site.address}${Math.floor(between(1, 400, seed, 24))}号`,
    ...{ province: site.province, city: site.city, district: site.district },
    remark: "",
    attributes: defaultsOf(kind),
    mobile: kind === "vehicle" ? "move" : "stop",
    dealer: regions.find(({ id }) => id === site.regionId)?.name ?? "",
    installed_on: dayOf(created),
    lease_start: dayOf(created),
    lease_end: dayOf(created + Math.round(between(300, 900, seed, 26)) * dayMs),
    sort: 0,
    software_version: inactive ? "" : "2.4.1",
    hardware_version: inactive ? "" : "B2",
    signal: inactive ? null : Math.round(between(-95, -55, seed, 25)),
    iccid: inactive ? "" : iccidOf(gateway),
    created_at: created,
    updated_at: created,
    updated_by: "admin",
  };
};

/** When the gateways that ever said anything did so last. */
export const communicationTimes = (fleet: readonly Gateway[], now: number): CommunicationTime[] =>
  fleet
    .filter(({ standing }) => standing !== "inactive")
    .map((gateway) => ({ id: gateway.id, at: gateway.standing === "away" ? awayFrom(gateway, now) : now }));

export const slaveNames: Readonly<Record<Kind, readonly [string, string]>> = {
  weather: ["气象主机 Main station", "副机 Second station"],
  meter: ["总表 Main meter", "二回路 Circuit 2"],
  coldRoom: ["1 号库 Room 1", "2 号库 Room 2"],
  pump: ["主泵 Main pump", "备泵 Standby pump"],
  pile: ["A 枪 Connector A", "B 枪 Connector B"],
  vehicle: ["整车 Truck", "挂车 Trailer"],
};

export const slaveRows = (gateway: Gateway): SlaveTable[] =>
  Array.from({ length: gateway.slaves }, (_, index) => ({
    id: `${gateway.id}-${index + 1}`,
    device_id: gateway.id,
    no: index + 1,
    name: slaveNames[gateway.kind][index] ?? `${index + 1}`,
    recipe_id: templates[gateway.kind].id,
  }));

/** Comings and goings in [from, now) of a gateway that has been connected before. */
export const stateRows = (gateway: Gateway, from: number, now: number): DeviceStateLogTable[] => {
  const { id, site, standing } = gateway;
  const row = (online: number, at: number): DeviceStateLogTable => ({
    id: newId(at),
    device_id: id,
    company_id: site.id,
    online,
    at,
    reason: online === 1 ? "connected" : "disconnected",
  });
  if (standing === "inactive") return [];
  const end = standing === "away" ? awayFrom(gateway, now) : now;
  const absences = incidentsOf(gateway, from, end).filter(({ kind, to }) => kind === "offline" && to < end);
  const rows = absences.flatMap((absence) => [row(0, absence.from), row(1, absence.to)]);
  return standing === "away" ? [...rows, row(0, end)] : rows;
};
