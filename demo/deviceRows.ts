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
import { adminId, rootCompanyId } from "#server/system/seed.ts";
import { between } from "./chance.ts";
import { dayMs, type Gateway, hourMs, type Kind, kinds } from "./fleet.ts";
import { iccidOf } from "./iccid.ts";
import { incidentsOf } from "./incidents.ts";
import { journeyOf } from "./roads.ts";
import { templates } from "./templates.ts";

interface KindRows {
  readonly type: string;
  readonly typeEn: string;
  readonly model: string;
  readonly industry: string;
}

const kindRows: Readonly<Record<Kind, KindRows>> = {
  weather: { type: "气象站", typeEn: "Weather station", model: "WS-600", industry: "环保" },
  meter: { type: "智能电表", typeEn: "Power meter", model: "PM-5300", industry: "电力" },
  coldRoom: { type: "冷库控制器", typeEn: "Cold-room controller", model: "CR-200", industry: "冷链" },
  pump: { type: "供水泵站", typeEn: "Pump station", model: "WP-40", industry: "水务" },
  pile: { type: "充电桩", typeEn: "EV charger", model: "CP-120D", industry: "交通" },
  vehicle: { type: "车载终端", typeEn: "Vehicle terminal", model: "VT-8", industry: "交通" },
};

export const typeRows = (): Insertable<DeviceTypeTable>[] =>
  kinds.map((kind) => ({
    id: `demo-type-${kind}`,
    company_id: rootCompanyId,
    name: kindRows[kind].type,
    name_en: kindRows[kind].typeEn,
    description: "",
  }));

export const modelRows = (): Insertable<DeviceModelTable>[] =>
  kinds.map((kind) => ({
    id: `demo-model-${kind}`,
    company_id: rootCompanyId,
    name: kindRows[kind].model,
    model_id: kindRows[kind].model,
    transmission: "mqtt-json",
  }));

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
    model_id: `demo-model-${kind}`,
    industry: kindRows[kind].industry,
    password_hash: passwordHash,
    online: standing === "live" ? 1 : 0,
    activated_at: inactive ? null : Math.round(created + between(1, 70, seed, 23) * hourMs),
    lng: place.lng,
    lat: place.lat,
    address: `${site.address}${Math.floor(between(1, 400, seed, 24))}号`,
    remark: "",
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

const slaveNames: Readonly<Record<Kind, readonly [string, string]>> = {
  weather: ["气象主机", "副机"],
  meter: ["总表", "二回路"],
  coldRoom: ["1号库", "2号库"],
  pump: ["主泵", "备泵"],
  pile: ["A枪", "B枪"],
  vehicle: ["整车", "挂车"],
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
