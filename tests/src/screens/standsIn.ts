import { expect } from "vitest";
import { builtinMenu } from "#server/menu/builtin.ts";
import type { BuiltinItem } from "#server/menu/builtinItem.ts";
import { screens } from "#src/app/screens.ts";

const itemsOf = (of: readonly BuiltinItem[]): BuiltinItem[] => of.flatMap((item) => [item, ...itemsOf(item.children ?? [])]);

/** That a view stands in the menu, hidden where it opens from another, and is this screen; answers the paths of the calls that are granted with it. */
export const standsIn = async (path: string, screenThere: unknown, hidden = false): Promise<string[]> => {
  const item = itemsOf(builtinMenu).find((one) => one.path === path);
  const loaded = await screens.find((one) => one.path === path)?.load();
  expect([item?.hidden ?? false, loaded]).toEqual([hidden, screenThere]);
  return (item?.actions ?? []).map((action) => `/api/${action}`);
};
