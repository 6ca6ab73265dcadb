import type { RequestOf } from "#contract/kit/call.ts";
import type { PermissionItem, role } from "#contract/resources/role.ts";

type Asked = RequestOf<typeof role.calls.authorize>["items"];
type Share = "all" | "some" | "none";

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
const tickItem = (ticks: Ticks, item: PermissionItem, on: boolean): Ticks => {
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
const tickAction = (ticks: Ticks, itemId: string, path: string, on: boolean): Ticks => {
  const actions = new Set(ticks.get(itemId));
  if (on) actions.add(path);
  else actions.delete(path);
  return new Map(ticks).set(itemId, actions);
};

/** How much of an item and what is below it is ticked. */
export const shareOf = (ticks: Ticks, item: PermissionItem): Share => {
  const leaves = every([item]).filter((each) => each.grantable || each.held);
  const full = leaves.filter((each) => {
    const held = ticks.get(each.id);
    return held !== undefined && each.actions.every(({ path }) => held.has(path));
  });
  if (leaves.length > 0 && full.length === leaves.length) return "all";
  return leaves.some((each) => ticks.has(each.id)) ? "some" : "none";
};

/** Ids of the items that are ticked in part. */
export const partlyTicked = (items: readonly PermissionItem[], ticks: Ticks): ReadonlySet<string> =>
  new Set(
    every(items)
      .filter((item) => shareOf(ticks, item) === "some")
      .map(({ id }) => id),
  );

/** Whether anything of an item, or below it, may be given. */
export const isGrantable = (item: PermissionItem): boolean => every([item]).some(({ grantable }) => grantable);

/** Whether anything that may be given of an item, or below it, is not ticked yet. */
const lacksAny = (ticks: Ticks, item: PermissionItem): boolean =>
  every([item])
    .filter(({ grantable }) => grantable)
    .some(({ id, actions }) => {
      const held = ticks.get(id);
      return held === undefined || actions.some(({ path, grantable }) => grantable && !held.has(path));
    });

/** An action in the tree; the same one can stand under several items. */
export const actionId = (item: PermissionItem, path: string): string => `${item.id} ${path}`;

/** Ticks or clears what has this id in the tree: an item with all that is below it, or an action. */
export const switched = (ticks: Ticks, items: readonly PermissionItem[], id: string): Ticks => {
  for (const item of every(items)) {
    if (item.id === id) return tickItem(ticks, item, lacksAny(ticks, item));
    const action = item.actions.find(({ path }) => actionId(item, path) === id);
    if (action?.grantable) return tickAction(ticks, item.id, action.path, !ticks.get(item.id)?.has(action.path));
  }
  return ticks;
};

/** What is sent: every ticked item with its actions, in the order of the tree. */
export const asked = (items: readonly PermissionItem[], ticks: Ticks): Asked =>
  every(items).flatMap(({ id, actions }) => {
    const held = ticks.get(id);
    return held ? [{ menuId: id, actions: actions.map(({ path }) => path).filter((path) => held.has(path)) }] : [];
  });

export const ticksOfAsked = (asked: Asked): Ticks => new Map(asked.map(({ menuId, actions }) => [menuId, new Set(actions)]));
