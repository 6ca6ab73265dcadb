// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import type { ListState } from "#src/kit/screen/listState.ts";
import { eventList } from "#src/screens/devices/eventList.tsx";
import { stateList } from "#src/screens/devices/stateList.tsx";
import { IconPictureScreen } from "#src/screens/icons/iconPictureScreen.tsx";
import { PointListScreen } from "#src/screens/template/pointListScreen.tsx";
import { withSystemMode } from "#tests/src/shell/consoleHarness.tsx";
import { openSite, show } from "./screenSite.tsx";

beforeAll(() => withSystemMode(false));

const route = "/probe";
const refused = { error: { code: 404, message: "", data: null } } as const;
const reads = { pictures: "/api/device_recipe_picture/query_body", group: "/api/device_recipe_picture/get" } as const;

/** Screens of what belongs to the one thing that the address names, with the rows that they ask for. */
const addressed = [
  ["the icons of a group", IconPictureScreen, "id=g1&search=op", reads.pictures, { groupId: "g1", search: "op", pageNo: 1, pageSize: 20 }],
  [
    "the points of a template",
    PointListScreen,
    "id=t1&name=valve",
    "/api/device_data_recipe/list_body",
    { recipeId: "t1", name: "valve", pageNo: 1, pageSize: 20, sortField: "sort", sortOrder: "asc" },
  ],
] as const;

describe("a screen of one thing", () => {
  it.each(addressed)("asks for %s by the address", async (_what, Screen, search, path, request) => {
    const site = openSite(() => refused);
    show(<Screen />, { site, search, route, paths: [path], menu: { [route]: [path] } });
    await waitFor(() => expect(site.sent.filter((one) => one.path === path)).toEqual([{ path, request }]));
  });

  it("asks for the states and the events of one device", () => {
    const state: ListState = { pageNo: 1, pageSize: 20, sort: undefined, filters: { from: "2026-11-01", to: "2026-11-03" } };
    const days = { from: "2026-11-01T00:00:00.000Z", to: "2026-11-04T00:00:00.000Z" };
    const asked = { deviceId: "d1", ...days, pageNo: 1, pageSize: 20 };
    for (const list of [stateList, eventList]) expect(list({ zone: "UTC", deviceId: "d1" }).rows.toRequest(state)).toEqual(asked);
  });

  it.each([
    [true, ["Add icon"]],
    [false, []],
  ])("offers a new icon where the group may be changed alone: %s", async (changeable, buttons) => {
    const group = { id: "g1", name: "Valves", pictures: 4, points: 9, preview: [], companyName: "", changeable, updatedAt: "", version: 4 };
    const calls = [...Object.values(reads), "/api/device_recipe_picture/add_body"];
    const site = openSite((path) => (path === reads.group ? { data: group } : refused));
    show(<IconPictureScreen />, { site, search: "id=g1", route, paths: calls, menu: { [route]: calls } });
    await screen.findByText("Valves");
    expect(screen.queryAllByText("Add icon").map(({ textContent }) => textContent)).toEqual(buttons);
  });
});
