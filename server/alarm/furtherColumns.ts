import { z } from "zod";
import type { Enumeration } from "#contract/point/enumeration.ts";
import {
  type Condition,
  conditionFields,
  conditionJoins,
  type FurtherCondition,
  furtherFields,
  isOfValues,
  otherPointOf,
} from "#contract/resources/alarmCondition.ts";
import { enumerationOf } from "#server/catalog/pointRows.ts";
import type { Db } from "#server/db/open.ts";
import { portions } from "#server/kit/portions.ts";

const kept = z.object({ ...furtherFields, otherPointId: conditionFields.otherPointId });
type Kept = z.output<typeof kept>;

const none: Kept = { join: "and", further: [], otherPointId: null };

/** What a rule asks beside its first condition, as its row keeps it; empty: nothing. */
export const furtherOf = ({ further }: { readonly further: string }): Kept => (further === "" ? none : kept.parse(JSON.parse(further)));

/** Every point that a row of rules, or of templates of them, names. */
export const pointIdsOf = (row: { readonly point_id: string | null; readonly further: string }): string[] => {
  const { further, otherPointId } = furtherOf(row);
  return [row.point_id, otherPointId, ...further.flatMap((one) => [one.pointId, one.otherPointId])].filter((id) => id !== null);
};

interface Typed extends Kept {
  readonly condition: Condition;
}

/** What is typed of it as it is kept: nothing that is not asked for. */
export const furtherColumns = ({ condition, join, further, otherPointId }: Typed): { further: string } => {
  const rows = isOfValues(condition) ? further.map((one): FurtherCondition => ({ ...one, otherPointId: otherPointOf(one) })) : [];
  const other = otherPointOf({ condition, otherPointId });
  if (rows.length === 0 && other === null) return { further: "" };
  return { further: JSON.stringify({ join: rows.length === 0 ? conditionJoins[0] : join, further: rows, otherPointId: other }) };
};

const noWords: Readonly<Enumeration> = [];

/** One further condition with what its points are called. */
export type NamedCondition = FurtherCondition & {
  readonly pointName: string;
  readonly pointNameEn: string;
  readonly unit: string;
  readonly enumeration: Readonly<Enumeration>;
  readonly otherPointName: string;
  readonly otherPointNameEn: string;
};

/** What of a rule is not its first condition. */
export interface NamedFurther {
  readonly join: Kept["join"];
  readonly further: readonly NamedCondition[];
  readonly otherPointId: string | null;
  readonly otherPointName: string;
  readonly otherPointNameEn: string;
}

const plain: NamedFurther = { ...none, further: [], otherPointName: "", otherPointNameEn: "" };

/** Of rows of rules, or of templates of them, what they ask beside their first condition, with the names of its points. */
export const namedFurther = async (
  db: Db,
  rows: readonly { readonly further: string }[],
): Promise<(row: { readonly further: string }) => NamedFurther> => {
  const texts = new Set(rows.flatMap(({ further }) => (further === "" ? [] : further)));
  const parsed = new Map(Array.from(texts, (further) => [further, furtherOf({ further })]));
  const ids = new Set<string>();
  for (const further of parsed.keys()) for (const id of pointIdsOf({ point_id: null, further })) ids.add(id);
  const points = new Map<string, { name: string; name_en: string; unit: string; enumeration: string }>();
  for (const some of portions(ids))
    for (const { id, ...point } of await db
      .selectFrom("point")
      .select(["id", "name", "name_en", "unit", "enumeration"])
      .where("id", "in", some)
      .execute())
      points.set(id, point);
  const named = (id: string | null) => (id === null ? undefined : points.get(id));
  const other = (id: string | null) => ({ otherPointName: named(id)?.name ?? "", otherPointNameEn: named(id)?.name_en ?? "" });
  return (row) => {
    const known = parsed.get(row.further);
    if (known === undefined) return plain;
    const further = known.further.map((one): NamedCondition => {
      const point = named(one.pointId);
      return {
        ...{ ...one, pointName: point?.name ?? "", pointNameEn: point?.name_en ?? "", unit: point?.unit ?? "" },
        ...{ enumeration: point ? enumerationOf(point.enumeration) : noWords, ...other(one.otherPointId) },
      };
    });
    return { join: known.join, further, otherPointId: known.otherPointId, ...other(known.otherPointId) };
  };
};
