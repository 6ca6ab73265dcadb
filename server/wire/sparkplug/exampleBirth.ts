import { registerCount } from "#contract/point/registers.ts";
import type { PointWrite } from "#server/wire/pointWriter.ts";
import type { RegisteredPoint } from "#server/wire/registered.ts";
import { valueBits } from "#server/wire/valueBits.ts";
import { birthPayload } from "./commandPayload.ts";
import { dataTypes } from "./dataTypes.ts";
import { typeOf } from "./metricWrites.ts";

const wholes: Readonly<Record<number, number>> = { 1: dataTypes.uint16, 2: dataTypes.uint32, 4: dataTypes.uint64 };

/** The data type of the metric that a point is of, as an edge node would choose it: what holds several points' bits is a whole number. */
export const metricTypeOf = (point: RegisteredPoint): number =>
  valueBits(point) === undefined
    ? typeOf[point.compiled.definition.valueType]
    : (wholes[registerCount(point.registers)] ?? dataTypes.uint64);

/** An NBIRTH of the values by address, named as the points' addresses are. */
export const birthOf = ({ points, values }: Pick<PointWrite, "points" | "values">): Buffer => {
  const types = new Map(points.map(({ point }) => [point.compiled.definition.address, metricTypeOf(point)]));
  return birthPayload(Object.entries(values).map(([name, value]) => ({ name, type: types.get(name) ?? dataTypes.text, value })));
};
