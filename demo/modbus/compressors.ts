import { noise } from "#demo/chance.ts";
import { hourMs, minuteMs } from "#demo/fleet.ts";
import type { PointRegisters } from "#server/wire/modbus/pollingSettings.ts";

/** What a person sets on a compressor. */
export interface Controls {
  run: boolean;
  /** MPa. */
  pressure: number;
}

export interface CompressorPoint {
  readonly key: string;
  readonly name: string;
  readonly nameEn: string;
  readonly address: string;
  readonly registers: PointRegisters;
  readonly unit: string;
  readonly decimals: number | null;
  /** A register holds `value × scale`. */
  readonly scale: number;
  readonly range: readonly [min: number, max: number] | undefined;
  readonly labels: readonly (readonly [value: number, label: string, labelEn: string])[];
  readonly writable: boolean;
  /** Of a slave at a time. */
  value(slave: number, ts: number, controls: Controls): number;
}

export const template = {
  id: "demo-recipe-compressor",
  name: "空压机 Air compressor",
  description: "螺杆空压机，经 DTU 以 Modbus RTU 轮询",
} as const;

export const slaveNames = ["1 号空压机 Compressor 1", "2 号空压机 Compressor 2", "3 号空压机 Compressor 3"] as const;

type Place = NonNullable<PointRegisters["place"]>;
type Rest = Partial<Pick<CompressorPoint, "unit" | "decimals" | "scale" | "range" | "labels" | "writable">> & Partial<PointRegisters>;

const point = (
  [key, name, nameEn, address]: readonly [key: string, name: string, nameEn: string, address: string],
  place: Place,
  rest: Rest,
  value: CompressorPoint["value"],
): CompressorPoint => {
  const { unit = "", decimals = null, scale = 1, range, labels = [], writable = false, ...registers } = rest;
  return {
    ...{ key, name, nameEn, address, unit, decimals, scale, range, labels, writable, value },
    registers: {
      ...{ place, valueType: "uint16", startBit: null, endBit: null, byteOrder: "big", wordOrder: "big", coding: "binary" },
      ...{ registers: null, pollSeconds: null },
      ...registers,
    },
  };
};

const seedOf = (slave: number): number => 7001 + 101 * slave;

/** How hard it works: from 0 to 1, and not at all when it is stopped. */
const load = (slave: number, ts: number, { run }: Controls): number => (run ? 0.7 + 0.25 * noise(seedOf(slave), ts, 4 * minuteMs) : 0);

const noYes = [
  [0, "正常", "Normal"],
  [1, "报警", "Alarm"],
] as const;

/** In each kind of register, of 16 and 32 bits, whole, in bits and with a fraction. */
export const points: readonly CompressorPoint[] = [
  point(
    ["pressure", "排气压力", "Discharge pressure", "40001"],
    { type: "holding", address: 0 },
    { valueType: "float32", wordOrder: "little", unit: "MPa", decimals: 3, range: [0, 1.2] },
    (slave, ts, controls) => (controls.run ? controls.pressure + 0.012 * noise(seedOf(slave) + 1, ts, minuteMs) : 0.05),
  ),
  point(
    ["temperature", "排气温度", "Discharge temperature", "40003"],
    { type: "holding", address: 2 },
    { valueType: "int16", unit: "°C", decimals: 1, scale: 10, range: [-20, 110] },
    (slave, ts, controls) => 24 + 62 * load(slave, ts, controls) + 1.5 * noise(seedOf(slave) + 2, ts, 3 * minuteMs),
  ),
  point(
    ["hours", "运行时间", "Running time", "40004"],
    { type: "holding", address: 3 },
    { valueType: "uint32", unit: "h", decimals: 1, scale: 10 },
    (slave, ts) => 4000 * slave + (ts - Date.UTC(2026, 0, 1)) / hourMs,
  ),
  point(
    ["stage", "运行阶段", "Stage", "40006"],
    { type: "holding", address: 5 },
    {
      ...{ startBit: 4, endBit: 5 },
      labels: [
        [0, "停机", "Stopped"],
        [1, "卸载", "Unloaded"],
        [2, "加载", "Loaded"],
      ],
    },
    (slave, ts, controls) => (controls.run ? (load(slave, ts, controls) > 0.6 ? 2 : 1) : 0),
  ),
  point(
    ["setPressure", "设定压力", "Set pressure", "40011"],
    { type: "holding", address: 10 },
    { unit: "MPa", decimals: 2, scale: 100, range: [0.5, 0.9], writable: true },
    (_slave, _ts, { pressure }) => pressure,
  ),
  point(
    ["current", "电机电流", "Motor current", "30001"],
    { type: "input", address: 0 },
    { unit: "A", decimals: 1, scale: 10, range: [0, 90] },
    (slave, ts, controls) => 72 * load(slave, ts, controls),
  ),
  point(
    ["energy", "耗电量", "Energy", "30003"],
    { type: "input", address: 2 },
    { valueType: "uint32", unit: "kWh", pollSeconds: 60 },
    (slave, ts) => 90_000 * slave + (30 * (ts - Date.UTC(2026, 0, 1))) / hourMs,
  ),
  point(
    ["run", "启停", "Run", "00001"],
    { type: "coil", address: 0 },
    {
      ...{ valueType: "bool", writable: true },
      labels: [
        [0, "停止", "Stop"],
        [1, "启动", "Run"],
      ],
    },
    (_slave, _ts, { run }) => Number(run),
  ),
  point(
    ["filter", "空滤堵塞", "Air filter blocked", "10001"],
    { type: "discrete", address: 0 },
    { valueType: "bool", labels: noYes },
    (slave, ts) => Number(noise(seedOf(slave) + 3, ts, 10 * minuteMs) > 0.85),
  ),
];
