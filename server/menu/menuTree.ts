import type { MenuItem } from "#contract/resources/user.ts";
import type { Db } from "#server/db/open.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { menuActionsOf } from "#server/menu/grants.ts";

/** The tree of menu items that the user's roles hold; an item above a held one comes with it. */
export const menuTreeOf = async (db: Db, userId: string): Promise<MenuItem[]> => {
  const held = await menuActionsOf(db, userId);
  const rows = await db.selectFrom("menu").selectAll().orderBy("sort").orderBy("id").execute();
  const childrenOf = groupedBy(rows, (row) => row.parent_id);
  const build = (parent: string | null): MenuItem[] =>
    (childrenOf.get(parent) ?? []).flatMap((row) => {
      const children = build(row.id);
      const actions = held.get(row.id);
      if (!actions && children.length === 0) return [];
      return [
        {
          id: row.id,
          path: row.path,
          name: row.name,
          nameEn: row.name_en,
          icon: row.icon,
          hidden: row.hidden === 1,
          leaf: children.length === 0,
          noCache: row.no_cache === 1,
          meta: { affix: row.affix === 1 },
          actionList: [...(actions ?? [])],
          children,
        },
      ];
    });
  return build(null);
};
