import { deviceDataRecipeApp } from "#contract/resources/deviceDataRecipeApp.ts";
import { appRecipes, checkApps, recipesOfApps } from "#server/catalog/appRecipes.ts";
import { implement } from "#server/kit/implement.ts";

/** Which points end users see follows a change at once, pages that are open included. */
export const deviceDataRecipeAppAnswers = implement(deviceDataRecipeApp, {
  ...appRecipes.answers,
  async post(request, context) {
    const added = await appRecipes.answers.post(request, context);
    await context.services.changes.tell({ kind: "recipes", ids: [request.recipeId] });
    return added;
  },
  async put(request, context) {
    await appRecipes.answers.put(request, context);
    await context.services.changes.tell({ kind: "recipes", ids: [request.recipeId] });
    return null;
  },
  async delete(request, context) {
    const ids = await recipesOfApps(context.services.db, request.ids);
    const removed = await appRecipes.answers.delete(request, context);
    await context.services.changes.tell({ kind: "recipes", ids });
    return removed;
  },
  check_device_template: (request, { services, caller }) => checkApps(services.db, caller, request),
});
