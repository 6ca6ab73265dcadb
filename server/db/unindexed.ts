import { type Expression, type OrderByItemBuilder, type RawBuilder, sql } from "kysely";

/** The column by itself, so that no planner chooses an index because of it. */
export const unindexed = <T>(column: Expression<T>): RawBuilder<T> => sql<T>`coalesce(${column}, null)`;

/** For what is no bare column: rows without a value come first in one order and last in the other, whichever the engine. */
export const inOrder = (order: "asc" | "desc") => (by: OrderByItemBuilder) =>
  order === "desc" ? by.desc().nullsLast() : by.asc().nullsFirst();
