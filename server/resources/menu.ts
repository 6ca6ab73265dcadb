import { menu } from "#contract/resources/menu.ts";
import { type HandlerContext, implement } from "#server/kit/implement.ts";
import { addMenu, editMenu, getMenu, listMenu, removeMenus } from "#server/menu/menuEdit.ts";
import { requirePlatform } from "#server/people/platform.ts";

const changed = async ({ services, trace }: HandlerContext, change: string): Promise<void> => {
  trace.change = change;
  await services.changes.tell({ kind: "rights" });
};

export const menuAnswers = implement(menu, {
  query(request, { services, caller }) {
    requirePlatform(caller);
    return listMenu(services.db, request);
  },
  get({ id }, { services, caller }) {
    requirePlatform(caller);
    return getMenu(services.db, id);
  },
  async post(request, context) {
    requirePlatform(context.caller);
    const { id, change } = await addMenu(context.services.db, context.caller, request, context.at);
    await changed(context, change);
    return { id };
  },
  async put(request, context) {
    requirePlatform(context.caller);
    await changed(context, (await editMenu(context.services.db, context.caller, request, context.at)).change);
    return null;
  },
  async delete({ ids }, context) {
    requirePlatform(context.caller);
    const { removed, change } = await removeMenus(context.services.db, context.caller, ids);
    await changed(context, change);
    return { removed };
  },
});
