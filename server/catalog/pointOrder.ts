import { type ExpressionBuilder, sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import type { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import type { Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { restamped } from "#server/records/edits.ts";
import { checkCategory } from "./pointCategories.ts";
import { ownPoint, seenPoints } from "./points.ts";

type Calls = typeof deviceDataRecipe.calls;

/** The least number to sort by that is behind all others of the template, or before them. */
const outermost = async (db: Db, recipeId: string, id: string, end: "first" | "last"): Promise<number | undefined> => {
  const { least, most } = await db
    .selectFrom("point")
    .where("recipe_id", "=", recipeId)
    .where("id", "!=", id)
    .select(({ fn }) => [fn.min<number | null>("sort").as("least"), fn.max<number | null>("sort").as("most")])
    .executeTakeFirstOrThrow();
  if (least === null || most === null) return undefined;
  return end === "first" ? least - 1 : most + 1;
};

/** Before the point that stands at `place` of those that the caller sees, counted without the moved one; the points from there on give way. */
const before = async (db: Db, caller: Caller, recipeId: string, id: string, place: number): Promise<number | undefined> => {
  const next = await seenPoints(db, caller)
    .where("recipe_id", "=", recipeId)
    .where("id", "!=", id)
    .select(["id", "sort"])
    .orderBy("sort")
    .orderBy("id")
    .limit(1)
    .offset(place - 1)
    .executeTakeFirst();
  if (!next) return outermost(db, recipeId, id, "last");
  const behind = ({ or, and, eb }: ExpressionBuilder<Database, "point">) =>
    or([eb("sort", ">", next.sort), and([eb("sort", "=", next.sort), eb("id", ">=", next.id)])]);
  // Two, since points of the same number stand in the order of their making: one number has to be free between them.
  await db.updateTable("point").set({ sort: sql`sort + 2` }).where("recipe_id", "=", recipeId).where(behind).execute();
  return next.sort + 1;
};

/** Where it stands among those of its template that the caller sees. */
const placeOf = async (db: Db, caller: Caller, recipeId: string, id: string): Promise<number> => {
  const rows = await seenPoints(db, caller).where("recipe_id", "=", recipeId).select("id").orderBy("sort").orderBy("id").execute();
  return rows.findIndex((row) => row.id === id) + 1;
};

const placed = async (
  db: Db,
  caller: Caller,
  id: string,
  at: number,
  find: (tx: Db, recipeId: string) => Promise<number | undefined>,
): Promise<{ recipeId: string; change: string }> =>
  db.transaction().execute(async (tx) => {
    const row = await ownPoint(tx, caller, id);
    const place = await placeOf(tx, caller, row.recipe_id, id);
    const sort = await find(tx, row.recipe_id);
    if (sort !== undefined)
      await tx
        .updateTable("point")
        .set({ sort, ...restamped(row, caller, at) })
        .where("id", "=", id)
        .execute();
    return { recipeId: row.recipe_id, change: changeOf({ place }, { place: await placeOf(tx, caller, row.recipe_id, id) }) };
  });

export const placePointFirst = (db: Db, caller: Caller, id: string, at: number) =>
  placed(db, caller, id, at, (tx, recipeId) => outermost(tx, recipeId, id, "first"));

export const placePointLast = (db: Db, caller: Caller, id: string, at: number) =>
  placed(db, caller, id, at, (tx, recipeId) => outermost(tx, recipeId, id, "last"));

export const placePointAt = (db: Db, caller: Caller, { id, place }: RequestOf<Calls["orderby"]>, at: number) =>
  placed(db, caller, id, at, (tx, recipeId) => before(tx, caller, recipeId, id, place));

/** Puts points of one's own templates into a category, or into none: all of them, or none of them. */
export const categorisePoints = (
  db: Db,
  caller: Caller,
  { ids: asked, categoryId }: RequestOf<Calls["update_body_type"]>,
  at: number,
): Promise<{ changed: number; recipeIds: string[]; change: string }> =>
  db.transaction().execute(async (tx) => {
    const ids = [...new Set(asked)];
    if (ids.length > limits.point.perTemplate) throw new Problem("tooLarge");
    const rows: Awaited<ReturnType<typeof ownPoint>>[] = [];
    for (const id of ids) {
      const row = await ownPoint(tx, caller, id);
      await checkCategory(tx, categoryId, row.recipePath);
      if (row.category_id !== categoryId) rows.push(row);
    }
    for (const row of rows)
      await tx
        .updateTable("point")
        .set({ category_id: categoryId, ...restamped(row, caller, at) })
        .where("id", "=", row.id)
        .execute();
    const states = (of: (row: (typeof rows)[number]) => string | null) => Object.fromEntries(rows.map((row) => [row.id, of(row)]));
    return {
      changed: rows.length,
      recipeIds: [...new Set(rows.map((row) => row.recipe_id))],
      change: changeOf(
        states((row) => row.category_id),
        states(() => categoryId),
      ),
    };
  });
