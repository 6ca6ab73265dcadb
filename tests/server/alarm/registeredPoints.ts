import { compilePoint } from "#contract/point/decode.ts";
import type { ValueType } from "#contract/pointValue.ts";
import type { PointReading, RegisteredDevice, RegisteredPoint } from "#server/wire/registered.ts";

export const registeredPoint = (
  id: string,
  valueType: ValueType,
  unit: string,
  series: number,
  storeMode: 0 | 1 | 2 = 1,
): RegisteredPoint => ({
  id,
  name: `点${id}`,
  nameEn: id,
  unit,
  reach: { auth: 0, keptFromApp: false },
  series,
  registers: {
    ...{ valueType, startBit: null, endBit: null, byteOrder: "big", wordOrder: "big", coding: "binary", registers: null },
    ...{ place: undefined, pollSeconds: null },
  },
  compiled: compilePoint({
    id,
    address: id,
    name: id,
    nameEn: id,
    valueType,
    startBit: null,
    endBit: null,
    integerDigits: null,
    decimals: null,
    min: null,
    max: null,
    receiveFormula: "",
    sendFormula: "",
    enumeration: [],
    storeMode,
    writable: false,
  }),
});

export const storeModeOf = (column: number): 0 | 1 | 2 => (column === 0 || column === 2 ? column : 1);

export const readingOf = (device: RegisteredDevice, slaveNo: number, pointId: string, value: number | string, ts: number): PointReading => {
  const slave = device.slaves.get(slaveNo);
  const point = slave?.points.find((known) => known.id === pointId);
  if (!slave || !point) throw new Error(`${device.id} has no point ${pointId} on slave ${slaveNo}`);
  return { slave, point, value, ts };
};
