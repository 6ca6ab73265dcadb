import { describe, expect, it } from "vitest";
import { builtinMenu } from "#server/menu/builtin.ts";
import type { BuiltinItem } from "#server/menu/builtinItem.ts";
import { publicRoutes } from "#src/app/publicRoutes.tsx";
import { screens } from "#src/app/screens.ts";

/** As the specification lists them under "Screens and routes". */
const open = ["/login", "/Provision", "/account/register", "/account/ft_password", "/loading"];
const shell = [
  "/home_page",
  "/monitor",
  "/devices/history",
  "/devices/powerhistory",
  "/devices/powerMonitor",
  "/devices/query_user_event",
  "/company/companyDetail",
  "/company/companyTree",
  "/company/companyUI",
  "/system/data_unit",
  "/system/dict",
  "/system/svg",
  "/template/registerset",
  "/template/edit",
  "/template/add",
  "/template/adds",
  "/template/edits",
  "/template/data/type",
  "/alarms/triggers/add",
  "/alarms/triggerslist",
  "/suggest/item",
  "/devices/bindlist",
  "/devices/edit",
  "/devices/deviceDatail",
  "/devices/communicate/details",
  "/devices/lower_computer/details",
  "/devices/adds",
  "/devices/icon/grouplist",
  "/devices/videoList",
  "/upgrade/slaveList",
  "/article/list0",
  "/article/list1",
  "/article/list2",
  "/article/list3",
  "/article/list4",
  "/article/details",
];
const large = [
  "/hdpihistry",
  "/givehistry",
  "/hdpidevice",
  "/newindex",
  "/hdpi",
  "/topo",
  "/charging",
  "/checkCamera",
  "/temperature",
  "/track",
];

/** Not built yet: a route that comes to be has to leave this list. */
const missing = [
  "/devices/powerhistory",
  "/devices/powerMonitor",
  "/system/svg",
  "/template/ui",
  "/template/uicmd",
  "/template/uicmdCheck",
  "/template/app",
  "/suggest/item",
  "/upgrade/slaveList",
  "/article/list0",
  "/article/list1",
  "/article/list2",
  "/article/list3",
  "/article/list4",
  "/article/details",
  "/hdpihistry",
  "/givehistry",
  "/hdpidevice",
  "/hdpi",
  "/topo",
  "/charging",
  "/temperature",
];

const itemsOf = (items: readonly BuiltinItem[]): BuiltinItem[] => items.flatMap((item) => [item, ...itemsOf(item.children ?? [])]);
const inMenu = new Set(itemsOf(builtinMenu).map(({ path }) => path));
const bare = new Set(screens.filter((entry) => entry.bare).map(({ path }) => path));
const framed = new Set(screens.filter((entry) => !entry.bare).map(({ path }) => path));

describe("the routes that the specification lists", () => {
  it("of the main shell are screens within header, menu and tabs, and items of the menu, but those that are named here [S2.059]", () => {
    expect(shell.filter((path) => !framed.has(path))).toEqual(missing.filter((path) => shell.includes(path)));
    expect(shell.filter((path) => framed.has(path) && !inMenu.has(path))).toEqual([]);
  });

  it("of large screens are drawn alone, but those that are named here", () => {
    expect(large.filter((path) => !bare.has(path))).toEqual(missing.filter((path) => large.includes(path)));
    // Panels of a device and the operators' board are drawn alone as well; the specification names no routes for them.
    expect([...bare].filter((path) => !large.includes(path))).toEqual(["/panel", "/alarm/board"]);
  });

  it("that need no session are all there", () => {
    const paths = publicRoutes.map(({ path }) => path);
    expect(open.filter((path) => !paths.includes(path))).toEqual([]);
  });
});
