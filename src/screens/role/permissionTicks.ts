import type { PermissionItem } from "#contract/resources/role.ts";

/** What is ticked: per menu item the actions; an item that is not in it is not held. */
export type Ticks = ReadonlyMap<string, ReadonlySet<string>>;

const every = (items: readonly PermissionItem[]): PermissionItem[] => items.flatMap((item) => [item, ...every(item.children)]);

export const ticksOf = (items: readonly PermissionItem[]): Ticks =>
  new Map(
    every(items)
      .filter((item) => item.held)
      .map((item) => [item.id, new Set(item.actions.filter((action) => action.held).map(({ path }) => path))]),
  );

/** Ticks an item with all of its actions that may be given, and all that is below it; or clears them. What may not be given stays. */
export const tickItem = (ticks: Ticks, item: PermissionItem, on: boolean): Ticks => {
  const next = new Map(ticks);
  for (const each of every([item])) {
    if (!each.grantable) continue;
    const fixed = each.actions.filter((action) => !action.grantable && action.held).map(({ path }) => path);
    const given = each.actions.filter((action) => action.grantable).map(({ path }) => path);
    if (on) next.set(each.id, new Set([...fixed, ...given]));
    else if (fixed.length > 0) next.set(each.id, new Set(fixed));
    else next.delete(each.id);
  }
  return next;
};

/** An action comes with its item; the item stays when its last action goes. */
export const tickAction = (ticks: Ticks, itemId: string, path: string, on: boolean): Ticks => {
  const actions = new Set(ticks.get(itemId));
  if (on) actions.add(path);
  else actions.delete(path);
  return new Map(ticks).set(itemId, actions);
};

/** How much of an item and what is below it is ticked. */
export const shareOf = (ticks: Ticks, item: PermissionItem): "all" | "some" | "none" => {
  const leaves = every([item]).filter((each) => each.grantable || each.held);
  const full = leaves.filter((each) => {
    const held = ticks.get(each.id);
    return held !== undefined && each.actions.every(({ path }) => held.has(path));
  });
  if (leaves.length > 0 && full.length === leaves.length) return "all";
  return leaves.some((each) => ticks.has(each.id)) ? "some" : "none";
};

/** What is sent: every ticked item with its actions. */
export const asked = (ticks: Ticks): { menuId: string; actions: string[] }[] =>
  [...ticks].map(([menuId, actions]) => ({ menuId, actions: [...actions] }));
