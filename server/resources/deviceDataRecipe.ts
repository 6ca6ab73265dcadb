import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { addPoint, editPoint, getPoint, listPoints, removePoints } from "#server/catalog/points.ts";
import { addRecipe, editRecipe, getRecipe, listRecipes, removeRecipes } from "#server/catalog/recipes.ts";
import { type HandlerContext, implement } from "#server/kit/implement.ts";

const changed = async ({ services }: HandlerContext, recipeIds: readonly string[]): Promise<void> => {
  for (const id of recipeIds) services.registry.forgetRecipe(id);
  await services.alarms.reload();
};

export const deviceDataRecipeAnswers = implement(deviceDataRecipe, {
  query: (request, { services, caller }) => listRecipes(services.db, caller, request),
  get: ({ id }, { services, caller }) => getRecipe(services.db, caller, id),
  post: (request, { services, caller, at }) => addRecipe(services.db, caller, request, at),
  async put(request, context) {
    await editRecipe(context.services.db, context.caller, request, context.at);
    await changed(context, [request.id]);
    return null;
  },
  async delete({ ids }, context) {
    const removed = await removeRecipes(context.services.db, context.caller, ids);
    await changed(context, ids);
    return { removed };
  },
  list_body: (request, { services, caller }) => listPoints(services.db, caller, request),
  get_body: ({ id }, { services, caller }) => getPoint(services.db, caller, id),
  async add_body(request, context) {
    const added = await addPoint(context.services.db, context.caller, request, context.at);
    await changed(context, [request.recipeId]);
    return added;
  },
  async put_body(request, context) {
    await editPoint(context.services.db, context.caller, request, context.at);
    await changed(context, [request.recipeId]);
    return null;
  },
  async delete_body({ ids }, context) {
    const { removed, recipeIds } = await removePoints(context.services.db, context.caller, ids);
    await changed(context, recipeIds);
    return { removed };
  },
});
