import type { Enumeration } from "#contract/point/enumeration.ts";
import type { ValueType } from "#contract/pointValue.ts";
import type { Kind } from "./fleet.ts";

/** A data point of the demonstration. Devices send `value × scale`; points with `bits` share the register of their address. */
export interface DemoPoint {
  readonly key: string;
  readonly name: string;
  readonly nameEn: string;
  readonly address: string;
  readonly valueType: ValueType;
  readonly unit: string;
  readonly decimals: number | null;
  readonly scale: number;
  readonly range: readonly [min: number, max: number] | undefined;
  readonly bits: readonly [start: number, end: number] | undefined;
  readonly labels: readonly (readonly [value: number, label: string, labelEn: string])[];
  /** 0 not stored, 1 stored, 2 stored on change. */
  readonly storeMode: 0 | 1 | 2;
  readonly writable: boolean;
  readonly auth: 0 | 1 | 2;
}

export interface Template {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly points: readonly DemoPoint[];
}

type Names = readonly [key: string, name: string, nameEn: string, address: string];

/** What the values of the point stand for. */
export const enumerationOf = ({ labels }: DemoPoint): Enumeration => labels.map(([value, label, labelEn]) => ({ value, label, labelEn }));

const plain = { decimals: 0, scale: 1, range: undefined, bits: undefined, labels: [], storeMode: 1, writable: false, auth: 0 } as const;

const point = ([key, name, nameEn, address]: Names, valueType: ValueType, unit: string, more: Partial<DemoPoint> = {}): DemoPoint => ({
  ...plain,
  key,
  name,
  nameEn,
  address,
  valueType,
  unit,
  ...more,
});

const bit = (names: Names, start: number, labels: DemoPoint["labels"], end = start): DemoPoint =>
  point(names, end === start ? "bool" : "uint16", "", { bits: [start, end], labels, storeMode: 2 });

const noYes = [
  [0, "否", "No"],
  [1, "是", "Yes"],
] as const;
const keyOffOn = [
  [0, "熄火", "Off"],
  [1, "点火", "On"],
] as const;
const offOn = [
  [0, "停止", "Off"],
  [1, "运行", "On"],
] as const;

export const templates: Readonly<Record<Kind, Template>> = {
  weather: {
    id: "demo-recipe-weather",
    name: "气象站 Weather station",
    description: "多要素气象站，气温与风速放大十倍上传",
    points: [
      point(["temperature", "气温", "Air temperature", "40001"], "int16", "°C", { decimals: 1, scale: 10, range: [-40, 60] }),
      point(["humidity", "湿度", "Humidity", "40002"], "uint16", "%RH", { range: [0, 100], storeMode: 2 }),
      point(["pressure", "气压", "Air pressure", "40003"], "uint16", "hPa", { range: [300, 1100], storeMode: 2 }),
      point(["wind", "风速", "Wind speed", "40004"], "uint16", "m/s", { decimals: 1, scale: 10, range: [0, 60] }),
      point(["direction", "风向", "Wind direction", "40005"], "uint16", "°", { range: [0, 360], storeMode: 0 }),
      point(["rain", "雨强", "Rain intensity", "40006"], "uint16", "mm/h", { decimals: 1, scale: 10, range: [0, 200], storeMode: 2 }),
      point(["pm25", "PM2.5", "PM2.5", "40007"], "uint16", "μg/m³", { range: [0, 500], storeMode: 2 }),
      point(["solar", "太阳辐射", "Solar radiation", "40008"], "uint16", "W/m²", { range: [0, 1400], storeMode: 0 }),
      point(["battery", "电池电压", "Battery voltage", "40009"], "uint16", "V", { decimals: 2, scale: 100, storeMode: 0, auth: 2 }),
    ],
  },
  meter: {
    id: "demo-recipe-meter",
    name: "三相电表 Power meter",
    description: "三相四线电表，带状态字与分时费率",
    points: [
      point(["ua", "A 相电压", "Phase A voltage (L1)", "Ua"], "float32", "V", { decimals: 1, range: [187, 242] }),
      point(["ub", "B 相电压", "Phase B voltage (L2)", "Ub"], "float32", "V", { decimals: 1, range: [187, 242], storeMode: 0 }),
      point(["uc", "C 相电压", "Phase C voltage (L3)", "Uc"], "float32", "V", { decimals: 1, range: [187, 242], storeMode: 0 }),
      point(["ia", "A 相电流", "Phase A current (L1)", "Ia"], "float32", "A", { decimals: 2, storeMode: 0 }),
      point(["ib", "B 相电流", "Phase B current (L2)", "Ib"], "float32", "A", { decimals: 2, storeMode: 0 }),
      point(["ic", "C 相电流", "Phase C current (L3)", "Ic"], "float32", "A", { decimals: 2, storeMode: 0 }),
      point(["power", "有功功率", "Active power", "P"], "float32", "kW", { decimals: 2, range: [0, 500] }),
      point(["factor", "功率因数", "Power factor", "PF"], "float32", "", { decimals: 2, range: [0, 1], storeMode: 0 }),
      point(["frequency", "频率", "Frequency", "Freq"], "float32", "Hz", { decimals: 2, range: [49, 51], storeMode: 0 }),
      point(["energy", "有功电能", "Active energy", "EPI"], "float64", "kWh", { decimals: 1 }),
      point(["pulses", "电能脉冲", "Energy pulses", "Pulses"], "uint64", "imp", { decimals: null, storeMode: 0, auth: 1 }),
      point(["status", "状态字", "Status word", "40020"], "uint16", "", { storeMode: 2 }),
      bit(["breaker", "断路器", "Breaker", "40020"], 0, [
        [0, "分闸", "Open"],
        [1, "合闸", "Closed"],
      ]),
      bit(["overVoltage", "过压", "Overvoltage", "40020"], 1, noYes),
      bit(["phaseLoss", "缺相", "Phase loss", "40020"], 2, noYes),
      bit(
        ["tariff", "费率时段", "Tariff", "40020"],
        4,
        [
          [0, "谷", "Off-peak"],
          [1, "平", "Mid-peak"],
          [2, "峰", "Peak"],
          [3, "尖", "Critical peak"],
        ],
        5,
      ),
    ],
  },
  coldRoom: {
    id: "demo-recipe-cold",
    name: "冷库 Cold room",
    description: "低温库控制器，可远程设定库温",
    points: [
      point(["temperature", "库温", "Room temperature", "40001"], "int16", "°C", { decimals: 1, scale: 10, range: [-30, 15] }),
      point(["humidity", "库内湿度", "Room humidity", "40002"], "uint16", "%RH", { range: [0, 100], storeMode: 2 }),
      point(["evaporator", "蒸发温度", "Evaporator temperature", "40003"], "int16", "°C", { decimals: 1, scale: 10, storeMode: 0 }),
      point(["setTemperature", "设定温度", "Set temperature", "40010"], "int16", "°C", {
        decimals: 1,
        scale: 10,
        range: [-25, 5],
        storeMode: 2,
        writable: true,
      }),
      bit(["door", "库门", "Door", "40005"], 0, [
        [0, "关闭", "Closed"],
        [1, "打开", "Open"],
      ]),
      { ...bit(["compressor", "压缩机", "Compressor", "40005"], 1, offOn), storeMode: 0 },
      bit(["defrost", "化霜", "Defrost", "40005"], 2, noYes),
    ],
  },
  pump: {
    id: "demo-recipe-pump",
    name: "供水泵 Water pump",
    description: "变频恒压供水泵",
    points: [
      point(["pressure", "出口压力", "Outlet pressure", "pressure"], "uint16", "MPa", { decimals: 3, scale: 1000, range: [0, 1] }),
      point(["flow", "流量", "Flow", "flow"], "float32", "m³/h", { decimals: 1, range: [0, 120] }),
      point(["frequency", "运行频率", "Frequency", "frequency"], "uint16", "Hz", { decimals: 1, scale: 10, range: [0, 50], storeMode: 0 }),
      point(["current", "电机电流", "Motor current", "current"], "float32", "A", { decimals: 1, range: [0, 60], storeMode: 0 }),
      point(["level", "水箱液位", "Tank level", "level"], "uint16", "m", { decimals: 1, scale: 10, range: [0, 5], storeMode: 2 }),
      point(["volume", "累计流量", "Total volume", "volume"], "float64", "m³", { decimals: 1, storeMode: 0 }),
      point(["state", "泵状态", "Pump state", "state"], "uint16", "", {
        storeMode: 2,
        labels: [
          [0, "停止", "Stopped"],
          [1, "运行", "Running"],
          [2, "故障跳闸", "Tripped"],
          [3, "检修", "Maintenance"],
        ],
      }),
      point(["run", "启停", "Run", "run"], "bool", "", { storeMode: 2, writable: true, labels: offOn }),
      point(["setPressure", "设定压力", "Set pressure", "setPressure"], "uint16", "MPa", {
        decimals: 2,
        scale: 1000,
        range: [0.25, 0.6],
        storeMode: 2,
        writable: true,
      }),
    ],
  },
  pile: {
    id: "demo-recipe-pile",
    name: "充电桩 EV charger",
    description: "直流快充桩，每个从机为一把枪",
    points: [
      point(["state", "枪状态", "Connector state", "40101"], "uint16", "", {
        storeMode: 2,
        labels: [
          [0, "空闲", "Idle"],
          [1, "已插枪", "Plugged in"],
          [2, "充电中", "Charging"],
          [3, "已充满", "Finished"],
          [4, "故障", "Fault"],
        ],
      }),
      point(["voltage", "输出电压", "Output voltage", "40102"], "uint16", "V", { decimals: 1, scale: 10, range: [0, 750], storeMode: 0 }),
      point(["current", "输出电流", "Output current", "40103"], "uint16", "A", { decimals: 1, scale: 10, range: [0, 250], storeMode: 0 }),
      point(["power", "输出功率", "Output power", "40104"], "uint16", "kW", { decimals: 1, scale: 10, range: [0, 120] }),
      point(["energy", "本次电量", "Session energy", "40105"], "uint16", "kWh", { decimals: 1, scale: 10, storeMode: 0 }),
      point(["soc", "电池电量", "State of charge", "40106"], "uint16", "%", { range: [0, 100], storeMode: 0 }),
      point(["temperature", "枪头温度", "Connector temperature", "40107"], "int16", "°C", { range: [-30, 120], storeMode: 2 }),
      point(["currentLimit", "电流限值", "Current limit", "40110"], "uint16", "A", { range: [10, 250], storeMode: 2, writable: true }),
    ],
  },
  vehicle: {
    id: "demo-recipe-vehicle",
    name: "冷藏车 Refrigerated truck",
    description: "车载网关，位置另行上报",
    points: [
      point(["speed", "车速", "Speed", "speed"], "float32", "km/h", { decimals: 1, range: [0, 120] }),
      point(["odometer", "里程", "Odometer", "odometer"], "float64", "km", { decimals: 1, storeMode: 0 }),
      point(["fuel", "油量", "Fuel", "fuel"], "float32", "%", { range: [0, 100], storeMode: 2 }),
      point(["cargo", "厢内温度", "Cargo temperature", "cargo"], "float32", "°C", { decimals: 1, range: [-30, 30] }),
      point(["coolant", "水温", "Coolant temperature", "coolant"], "int16", "°C", { range: [-40, 120], storeMode: 0 }),
      point(["battery", "电瓶电压", "Battery voltage", "battery"], "float32", "V", { decimals: 1, range: [10.8, 15], storeMode: 0 }),
      point(["ignition", "点火", "Ignition", "ignition"], "bool", "", { storeMode: 2, labels: keyOffOn }),
      point(["vin", "车架号", "VIN", "vin"], "text", "", { decimals: null, storeMode: 2 }),
    ],
  },
};

/** What a value of the point looks like once it is stored. */
export const storedValue = ({ decimals, valueType }: DemoPoint, value: number | string): number | string => {
  if (typeof value === "string" || decimals === null || valueType === "bool") return value;
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale + 0;
};

/** Raw values by address, as a device sends them: scaled, the bits of a register put together. */
export const rawValues = ({ points }: Template, values: Readonly<Record<string, number | string>>): Record<string, number | string> => {
  const raw: Record<string, number | string> = {};
  for (const point of points) {
    const { key, address, scale, bits } = point;
    const value = values[key];
    if (value === undefined) continue;
    const stored = storedValue(point, value);
    if (typeof stored === "string") raw[address] = stored;
    else if (bits) raw[address] = Number(raw[address] ?? 0) | (stored << bits[0]);
    else raw[address] = scale === 1 ? stored : Math.round(stored * scale);
  }
  return raw;
};
