import type { Selectable } from "kysely";
import type { z } from "zod";
import { compilePoint } from "#contract/point/decode.ts";
import { writtenValue } from "#contract/point/writtenValue.ts";
import type { commandValues } from "#contract/resources/order.ts";
import type { PointTable } from "#server/db/schema.ts";
import { writeFieldFault } from "#server/devices/writeProblem.ts";
import { type FieldFault, Problem } from "#server/kit/problem.ts";
import { pointRowOf } from "./pointRows.ts";

export type CommandValues = z.output<typeof commandValues>;

/** Of the point, what a value that is kept is shown with. */
export const shownColumns = [
  ...(["point.id as pointId", "point.name", "point.name_en", "point.value_type"] as const),
  ...(["point.unit", "point.decimals", "point.enumeration"] as const),
] as const;

const faultOf = (point: Selectable<PointTable> | undefined, { value }: CommandValues[number], place: number): FieldFault | undefined => {
  if (!point) return { path: `values.${place}.pointId`, message: "rule.invalid" };
  const row = pointRowOf(point);
  const written = writtenValue({ ...row, compiled: compilePoint(row) }, value);
  return written.ok ? undefined : writeFieldFault(`values.${place}.value`, written.fault);
};

/** Throws unless every value is one that its point takes, and every point among these. */
export const refuseUnfit = (points: readonly Selectable<PointTable>[], values: CommandValues): void => {
  const byId = new Map(points.map((point) => [point.id, point]));
  const fields = values.flatMap((asked, place) => faultOf(byId.get(asked.pointId), asked, place) ?? []);
  if (fields.length > 0) throw new Problem("badRequest", { fields });
};
