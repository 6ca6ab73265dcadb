import { type OrderRow, orderValue } from "#contract/resources/order.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";

type PointValue = OrderRow["values"][number];

/** A value that is kept to be written, with what is told of its point. */
interface KeptValue {
  readonly ownerId: string;
  readonly value: string;
  readonly pointId: string;
  readonly name: string;
  readonly name_en: string;
  readonly value_type: string;
  readonly unit: string;
  readonly decimals: number | null;
  readonly enumeration: string;
}

/** The values of records that are written to points, as rows tell them, by their records; none where no record is asked for. */
export const valuesIn = async <Kept extends KeptValue>(
  ids: readonly string[],
  query: { execute(): Promise<Kept[]> },
): Promise<ReadonlyMap<string, PointValue[]>> => {
  if (ids.length === 0) return new Map();
  return new Map([...groupedBy(await query.execute(), ({ ownerId }) => ownerId)].map(([id, kept]) => [id, kept.map(tellValue)]));
};

export const tellValue = ({ pointId, name, name_en, value_type, unit, decimals, enumeration, value }: KeptValue): PointValue =>
  orderValue.parse({
    ...{ pointId, name, nameEn: name_en, valueType: value_type, unit, decimals },
    ...{ enumeration: JSON.parse(enumeration), value: JSON.parse(value) },
  });

export const toldValues = (values: readonly { pointId: string; value: unknown }[]) => ({
  values: values.map(({ pointId, value }) => [pointId, value]),
});
