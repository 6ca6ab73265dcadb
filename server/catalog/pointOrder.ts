import type { Selectable } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import type { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import type { Db } from "#server/db/open.ts";
import type { PointTable } from "#server/db/schema.ts";
import type { Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { restamped } from "#server/records/edits.ts";
import { checkOffered } from "./offeredTo.ts";
import { ownPoint, seenPoints } from "./points.ts";

type Calls = typeof deviceDataRecipe.calls;

/** Between neighbours whose numbers are given anew. */
const gap = 10;

type Placed = Pick<Selectable<PointTable>, "id" | "sort" | "version" | "updated_at" | "updated_by">;

/** A number that stands strictly between those of the neighbours, where there is one. */
const numberBetween = (before: number | undefined, after: number | undefined): number | undefined => {
  if (before === undefined && after === undefined) return undefined;
  const sort = before === undefined ? (after ?? 0) - gap : after === undefined ? before + gap : Math.floor(before + (after - before) / 2);
  const fits = Math.abs(sort) <= limits.point.sort && sort > (before ?? -Infinity) && sort < (after ?? Infinity);
  return fits ? sort : undefined;
};

/** Which points are given which number, for the moved one to stand at this index of the others: itself alone where there is room. */
const numbersFor = (others: readonly Placed[], moved: Placed, index: number): { row: Placed; sort: number }[] => {
  const sort = numberBetween(others[index - 1]?.sort, others[index]?.sort);
  if (sort !== undefined) return sort === moved.sort ? [] : [{ row: moved, sort }];
  return [...others.slice(0, index), moved, ...others.slice(index)]
    .map((row, place) => ({ row, sort: (place + 1) * gap }))
    .filter((given) => given.row.sort !== given.sort);
};

/** Puts a point where `find` says among the others of its template. Whoever has one open whose number changed is told when they save it. */
const placed = (
  db: Db,
  caller: Caller,
  id: string,
  at: number,
  find: (others: readonly Placed[], seen: ReadonlySet<string>) => number,
): Promise<{ recipeId: string; change: string }> =>
  db.transaction().execute(async (tx) => {
    const moved = await ownPoint(tx, caller, id);
    const ofTemplate = () => tx.selectFrom("point").where("recipe_id", "=", moved.recipe_id);
    const all = await ofTemplate().select(["id", "sort", "version", "updated_at", "updated_by"]).orderBy("sort").orderBy("id").execute();
    const rows = await seenPoints(tx, caller).where("recipe_id", "=", moved.recipe_id).select("id").execute();
    const seen = new Set(rows.map((row) => row.id));
    const placeIn = (order: readonly Placed[]): number => order.filter((row) => seen.has(row.id)).findIndex((row) => row.id === id) + 1;
    const others = all.filter((row) => row.id !== id);
    const index = find(others, seen);
    for (const { row, sort } of numbersFor(others, moved, index))
      await tx
        .updateTable("point")
        .set({ sort, ...restamped(row, caller, at) })
        .where("id", "=", row.id)
        .execute();
    const after = [...others.slice(0, index), moved, ...others.slice(index)];
    return { recipeId: moved.recipe_id, change: changeOf({ place: placeIn(all) }, { place: placeIn(after) }) };
  });

export const placePointFirst = (db: Db, caller: Caller, id: string, at: number) => placed(db, caller, id, at, () => 0);

export const placePointLast = (db: Db, caller: Caller, id: string, at: number) => placed(db, caller, id, at, (others) => others.length);

/** Before the point that stands at `place` of those that the caller sees, counted without the moved one. */
export const placePointAt = (db: Db, caller: Caller, { id, place }: RequestOf<Calls["orderby"]>, at: number) =>
  placed(db, caller, id, at, (others, seen) => {
    const next = others.filter((row) => seen.has(row.id))[place - 1];
    return next === undefined ? others.length : others.indexOf(next);
  });

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
      await checkOffered(tx, "point_category", "categoryId", categoryId, row.recipePath);
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
