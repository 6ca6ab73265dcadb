import type { HistoryPointInfo } from "#contract/resources/deviceDataLog.ts";
import type { Figure } from "#src/kit/chart/figure.ts";
import type { Curve } from "#store/handles/deviceDataLog.ts";

export const point = (fields: Partial<HistoryPointInfo> = {}): HistoryPointInfo => ({
  ...{
    slave: 1,
    slaveName: "Cold room",
    pointId: "p1",
    name: "温度",
    nameEn: "Temperature",
    unit: "°C",
    valueType: "float64",
    decimals: 1,
    min: null,
    max: null,
    storeMode: 1,
    enumeration: [],
  },
  ...fields,
});

export const start = Date.parse("2026-11-27T16:00:00Z");
export const curve = (value: Curve["value"], fields: Partial<HistoryPointInfo> = {}): Curve => ({
  point: point(fields),
  ts: value.map((_value, place) => start + place * 60_000),
  value,
});
export const words = {
  nothing: "no data in this period",
  before: (at: string) => `last value before the period, ${at}`,
  invalid: "invalid",
  invalidReading: (code: string) => `invalid: ${code}`,
  beyond: (bound: string, { unit }: { unit: string }, several: boolean) => `${several ? "some " : ""}${bound} ${unit}`,
  doubled: "this time comes twice",
};
export const view = { zone: "Asia/Shanghai", language: "en" as const, words };
export const part = (figure: Figure, place: number, name: string): unknown => Reflect.get(figure.data[place] ?? {}, name);
