import type { RequestOf } from "#contract/kit/call.ts";
import type { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import type { HandlerContext } from "#server/kit/implement.ts";
import { newId } from "#server/kit/newId.ts";
import { authorOf } from "#server/records/edits.ts";
import { offeredTo } from "./offeredTo.ts";
import { seenPoints } from "./points.ts";
import { recipes } from "./recipes.ts";

/** A template of the caller's own organisation, with all data points of another one that the caller sees. What they name of an organisation beside or below is left out. */
export const copyRecipe = (
  { id: from, name }: RequestOf<typeof deviceDataRecipe.calls.copy>,
  context: HandlerContext,
): Promise<{ id: string }> => {
  const { caller, at, services } = context;
  return services.db.transaction().execute(async (db) => {
    const { description } = await recipes.toSee(db, caller, from);
    const { id } = await recipes.add(db, { name, description }, context);
    const points = await seenPoints(db, caller).selectAll().where("recipe_id", "=", from).orderBy("sort").orderBy("id").execute();
    const { path } = await recipes.toSee(db, caller, id);
    const categories = await offeredTo(
      db,
      "point_category",
      points.map((point) => point.category_id),
      path,
    );
    const icons = await offeredTo(
      db,
      "icon_group",
      points.map((point) => point.icon_group_id),
      path,
    );
    const stamps = { version: 1, updated_at: at, updated_by: authorOf(caller) };
    for (const [place, point] of points.entries())
      await db
        .insertInto("point")
        // Ids sort by their time: points of the same number keep their order.
        .values({
          ...{ ...point, id: newId(at + place), recipe_id: id, ...stamps },
          category_id: categories.has(point.category_id) ? point.category_id : null,
          icon_group_id: icons.has(point.icon_group_id) ? point.icon_group_id : null,
        })
        .execute();
    return { id };
  });
};
