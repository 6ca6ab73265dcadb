import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { putPoints } from "#server/catalog/pointBodies.ts";
import { categorisePoints, placePointAt, placePointFirst, placePointLast } from "#server/catalog/pointOrder.ts";
import { addPoint, editPoint, getPoint, listPoints, removePoints } from "#server/catalog/points.ts";
import { pointUses } from "#server/catalog/pointUses.ts";
import { copyRecipe } from "#server/catalog/recipeCopy.ts";
import { recipes } from "#server/catalog/recipes.ts";
import { planPolls, tryRegisters } from "#server/catalog/registerTrials.ts";
import { readPointTable } from "#server/imports/pointTableFile.ts";
import { type HandlerContext, implement } from "#server/kit/implement.ts";

const changed = ({ services }: HandlerContext, ids: readonly string[]): Promise<void> => services.changes.tell({ kind: "recipes", ids });

const placed = async (context: HandlerContext, { recipeId, change }: { recipeId: string; change: string }): Promise<null> => {
  context.trace.change = change;
  if (change !== "") await changed(context, [recipeId]);
  return null;
};

export const deviceDataRecipeAnswers = implement(deviceDataRecipe, {
  ...recipes.answers,
  list_body: (request, { services, caller }) => listPoints(services.db, caller, request),
  get_body: ({ id }, { services, caller }) => getPoint(services.db, caller, id),
  async add_body(request, context) {
    const { id, change } = await addPoint(context.services.db, context.caller, request, context.at);
    context.trace.change = change;
    await changed(context, [request.recipeId]);
    return { id };
  },
  async put_body(request, context) {
    context.trace.change = await editPoint(context.services.db, context.caller, request, context.at);
    await changed(context, [request.recipeId]);
    return null;
  },
  async put_bodies(request, context) {
    const { counts, change } = await putPoints(context.services.db, context.caller, request, context.at);
    context.trace.change = change;
    if (change !== "") await changed(context, [request.recipeId]);
    return counts;
  },
  use: ({ id }, { services, caller }) => pointUses(services.db, caller, id),
  try_registers: (request, { services, caller, language }) => tryRegisters(services.db, caller, request, language),
  poll_plan: (request, { services, caller, language }) => planPolls(services.db, caller, request, language),
  async read_table({ file }, { language, trace }) {
    trace.detail = JSON.stringify({ name: file.name, bytes: file.size });
    return await readPointTable(file, language);
  },
  async delete_body({ ids }, context) {
    const { removed, recipeIds, change } = await removePoints(context.services.db, context.caller, ids);
    context.trace.change = change;
    await changed(context, recipeIds);
    return { removed };
  },
  async update_body_type(request, context) {
    const { changed: count, recipeIds, change } = await categorisePoints(context.services.db, context.caller, request, context.at);
    context.trace.change = change;
    await changed(context, recipeIds);
    return { changed: count };
  },
  async top({ id }, context) {
    return placed(context, await placePointFirst(context.services.db, context.caller, id, context.at));
  },
  async down({ id }, context) {
    return placed(context, await placePointLast(context.services.db, context.caller, id, context.at));
  },
  async orderby(request, context) {
    return placed(context, await placePointAt(context.services.db, context.caller, request, context.at));
  },
  copy: copyRecipe,
});
