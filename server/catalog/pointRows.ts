import type { Insertable, Selectable } from "kysely";
import type { z } from "zod";
import { compileFormula } from "#contract/formula.ts";
import { type PointRow, type pointFields, pointRow } from "#contract/resources/deviceDataRecipe.ts";
import { isApproximate } from "#contract/wholeFormula.ts";
import type { PointTable } from "#server/db/schema.ts";

export type PointFields = z.output<typeof pointFields>;
type Enumeration = PointRow["enumeration"];

/** The enumeration column's JSON text; malformed text in it is a fault of the database and throws. */
export const enumerationOf = (json: string): Enumeration => (json === "[]" ? [] : pointRow.shape.enumeration.parse(JSON.parse(json)));

/** A data point as the wire has it; what no declaration allows throws. */
export const pointRowOf = (row: Selectable<PointTable>): PointRow =>
  pointRow.parse({
    id: row.id,
    recipeId: row.recipe_id,
    name: row.name,
    nameEn: row.name_en,
    address: row.address,
    defaultValue: row.default_value,
    valueType: row.value_type,
    integerDigits: row.integer_digits,
    decimals: row.decimals,
    unit: row.unit,
    min: row.min,
    max: row.max,
    startBit: row.start_bit,
    endBit: row.end_bit,
    enumeration: enumerationOf(row.enumeration),
    receiveFormula: row.receive_formula,
    sendFormula: row.send_formula,
    storeMode: row.store_mode,
    display: row.display === 1,
    writable: row.writable === 1,
    dataSource: row.data_source,
    auth: row.auth,
    sort: row.sort,
    iconGroupId: row.icon_group_id,
    categoryId: row.category_id,
    registerType: row.register_type,
    byteOrder: row.byte_order,
    wordOrder: row.word_order,
    coding: row.coding,
    registers: row.registers,
    pollSeconds: row.poll_seconds,
    version: row.version,
  });

/** Whether its large values are shown rounded. */
export const approximates = (point: Pick<Selectable<PointTable>, "value_type" | "receive_formula">): boolean => {
  const formula = compileFormula(point.receive_formula);
  return isApproximate(point.value_type, formula.ok ? formula : undefined);
};

/** The columns that a form fills. */
export const pointColumns = (point: PointFields) =>
  ({
    name: point.name,
    name_en: point.nameEn,
    address: point.address,
    default_value: point.defaultValue,
    value_type: point.valueType,
    integer_digits: point.integerDigits,
    decimals: point.decimals,
    unit: point.unit,
    min: point.min,
    max: point.max,
    start_bit: point.startBit,
    end_bit: point.endBit,
    enumeration: JSON.stringify(point.enumeration),
    receive_formula: point.receiveFormula,
    send_formula: point.sendFormula,
    store_mode: point.storeMode,
    display: point.display ? 1 : 0,
    writable: point.writable ? 1 : 0,
    data_source: point.dataSource,
    auth: point.auth,
    sort: point.sort,
    icon_group_id: point.iconGroupId,
    category_id: point.categoryId,
    register_type: point.registerType,
    byte_order: point.byteOrder,
    word_order: point.wordOrder,
    coding: point.coding,
    registers: point.registers,
    poll_seconds: point.pollSeconds,
  }) satisfies Omit<Insertable<PointTable>, "id" | "recipe_id" | "version" | "updated_at" | "updated_by">;
