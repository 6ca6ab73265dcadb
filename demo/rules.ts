import type { Condition } from "#contract/resources/alarmCondition.ts";
import type { Kind } from "./fleet.ts";
import type { IncidentKind } from "./incidents.ts";

export interface DemoRule {
  readonly id: string;
  readonly kind: Kind;
  readonly name: string;
  /** Key of the watched point; none for a device that is offline. */
  readonly point: string | undefined;
  readonly level: 0 | 1 | 2 | 3;
  readonly condition: Condition;
  readonly a: number | null;
  readonly b?: number;
  readonly min?: number;
  readonly max?: number;
  readonly holdSeconds: number;
  readonly push?: readonly [zh: string, en: string];
  readonly release?: readonly [zh: string, en: string];
  /** How long it has to be back to normal. */
  readonly releaseSeconds?: number;
  /** Told again every so many minutes until somebody has processed it. */
  readonly repeatMinutes?: number;
  /** When the shift lead is told too, unless somebody has processed it by then. */
  readonly leadMinutes?: number;
  /** On workdays at these hours alone. */
  readonly hours?: readonly [from: string, to: string];
  /** Key of the point that `a` is added to. */
  readonly otherPoint?: string;
  /** What has to hold besides. */
  readonly also?: { readonly point: string; readonly condition: "equal"; readonly a: number };
  /** What brings it about in the demonstration. */
  readonly causes: readonly IncidentKind[];
}

export const rules: readonly DemoRule[] = [
  {
    id: "demo-rule-cold-high",
    kind: "coldRoom",
    name: "库温过高 Room too warm",
    point: "temperature",
    level: 3,
    condition: "above",
    a: -12,
    max: -14,
    holdSeconds: 10,
    releaseSeconds: 60,
    repeatMinutes: 15,
    leadMinutes: 10,
    push: ["{device} 库温 {value} {unit}，超过 {limit} {unit}", "{device}: room temperature {value} {unit}, over {limit} {unit}"],
    release: ["{device} 库温恢复到 {value} {unit}", "{device}: room temperature back at {value} {unit}"],
    causes: ["doorOpen"],
  },
  {
    id: "demo-rule-cold-warming",
    kind: "coldRoom",
    name: "开门升温 Warming with the door open",
    point: "temperature",
    level: 1,
    condition: "risesBy",
    a: 3,
    b: 10,
    holdSeconds: 0,
    also: { point: "door", condition: "equal", a: 1 },
    causes: [],
  },
  {
    id: "demo-rule-cold-set-point",
    kind: "coldRoom",
    name: "高于设定温度 Above the set temperature",
    point: "temperature",
    level: 0,
    condition: "above",
    a: 5,
    max: 3,
    otherPoint: "setTemperature",
    holdSeconds: 60,
    hours: ["08:00", "20:00"],
    causes: [],
  },
  {
    id: "demo-rule-cold-door",
    kind: "coldRoom",
    name: "库门未关 Door left open",
    point: "door",
    level: 1,
    condition: "equal",
    a: 1,
    holdSeconds: 120,
    push: ["{device} 库门长时间未关", "{device}: door left open"],
    causes: ["doorOpen"],
  },
  {
    id: "demo-rule-cold-offline",
    kind: "coldRoom",
    name: "冷库离线 Cold room offline",
    point: undefined,
    level: 2,
    condition: "offline",
    a: null,
    holdSeconds: 60,
    causes: ["offline"],
  },
  {
    id: "demo-rule-meter-voltage",
    kind: "meter",
    name: "A 相过压 Phase A overvoltage",
    point: "ua",
    level: 2,
    condition: "above",
    a: 242,
    max: 238,
    holdSeconds: 5,
    causes: ["overVoltage"],
  },
  {
    id: "demo-rule-meter-phase",
    kind: "meter",
    name: "缺相 Phase loss",
    point: "status",
    level: 3,
    condition: "bitSet",
    a: 2,
    holdSeconds: 0,
    push: ["{device} 缺相，请检查 C 相熔断器", "{device}: phase loss, check the fuse of phase C"],
    causes: ["phaseLoss"],
  },
  {
    id: "demo-rule-pump-trip",
    kind: "pump",
    name: "水泵跳闸 Pump tripped",
    point: "state",
    level: 3,
    condition: "equal",
    a: 2,
    holdSeconds: 0,
    push: ["{device} 故障跳闸", "{device} has tripped"],
    release: ["{device} 故障消除", "{device}: fault cleared"],
    causes: ["trip"],
  },
  {
    id: "demo-rule-pump-pressure",
    kind: "pump",
    name: "出口压力低 Outlet pressure low",
    point: "pressure",
    level: 2,
    condition: "below",
    a: 0.15,
    min: 0.2,
    holdSeconds: 15,
    causes: ["trip"],
  },
  {
    id: "demo-rule-pile-temperature",
    kind: "pile",
    name: "枪头过温 Connector too hot",
    point: "temperature",
    level: 2,
    condition: "above",
    a: 85,
    max: 75,
    holdSeconds: 5,
    causes: ["overTemperature"],
  },
  {
    id: "demo-rule-weather-wind",
    kind: "weather",
    name: "大风预警 Gale warning",
    point: "wind",
    level: 1,
    condition: "above",
    a: 17.2,
    max: 13.9,
    holdSeconds: 10,
    causes: ["gust"],
  },
  {
    id: "demo-rule-weather-haze",
    kind: "weather",
    name: "PM2.5 偏高 PM2.5 high",
    point: "pm25",
    level: 0,
    condition: "above",
    a: 150,
    max: 115,
    holdSeconds: 300,
    causes: ["haze"],
  },
  {
    id: "demo-rule-vehicle-speed",
    kind: "vehicle",
    name: "超速 Speeding",
    point: "speed",
    level: 1,
    condition: "above",
    a: 100,
    max: 90,
    holdSeconds: 5,
    causes: ["speeding"],
  },
  {
    id: "demo-rule-vehicle-battery",
    kind: "vehicle",
    name: "电瓶电压异常 Battery voltage abnormal",
    point: "battery",
    level: 0,
    condition: "outside",
    a: 10.9,
    b: 15,
    min: 11.3,
    max: 14.8,
    holdSeconds: 30,
    causes: ["lowBattery"],
  },
];
