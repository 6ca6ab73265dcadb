// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ParameterRow } from "#contract/resources/deviceArgument.ts";
import type { AppRecipeRow } from "#contract/resources/deviceDataRecipeApp.ts";
import type { AppCommandRow } from "#contract/resources/deviceDataRecipeAppCmd.ts";
import { AppListScreen } from "#src/screens/template/app/appListScreen.tsx";
import { AppRecipeScreen } from "#src/screens/template/app/appRecipeScreen.tsx";
import { DeviceTemplateScreen } from "#src/screens/template/device/deviceTemplateScreen.tsx";
import { ParameterScreen } from "#src/screens/template/parameterScreen.tsx";
import { showPage } from "#tests/src/pageSite.tsx";
import { standsIn } from "#tests/src/screens/standsIn.ts";
import { listedPoint } from "#tests/src/screens/tables/templates.ts";

const page = (list: readonly object[]) => () => ({ data: { list, total: list.length, pageNo: 1, pageSize: 20 } });
const base = "/api/device_data_recipe_app";
const app: AppRecipeRow = {
  ...{ id: "a1", version: 4, companyName: "North", changeable: true, recipeId: "t1", recipeName: "Boiler", name: "Boiler app" },
  ...{ enabled: false, commands: 1 },
  points: [
    { pointId: "p1", name: "水阀", nameEn: "Water", show: "switch", pointName: "阀门", pointNameEn: "Valve" },
    { pointId: "p2", name: "", nameEn: "", show: "value", pointName: "风机", pointNameEn: "Fan" },
  ],
};
const command: AppCommandRow = {
  ...{ id: "k1", version: 2, companyName: "North", changeable: true, appId: "a1", name: "节能", nameEn: "Save power", confirm: true },
  values: [{ pointId: "p1", name: "阀门", nameEn: "Valve", valueType: "uint16", unit: "%", decimals: 0, enumeration: [], value: 45 }],
};
const parameters: ParameterRow = {
  ...{ id: "q1", version: 4, companyName: "North", changeable: true, name: "Winter", recipeId: "t1", recipeName: "Boiler" },
  ...{ remark: "", outdated: true, updatedAt: "2026-10-04T05:06:07Z", values: [] },
};
const points = [
  { ...listedPoint, writable: true },
  { ...listedPoint, id: "p3", name: "水位", nameEn: "Level", address: "40003" },
  { ...listedPoint, id: "p2", name: "风机", nameEn: "Fan", address: "40002" },
];
const answers = {
  [`${base}/query`]: page([app]),
  [`${base}/put`]: () => ({ data: null }),
  [`${base}/post`]: () => ({ data: { id: "a2" } }),
  [`${base}_cmd/query`]: page([command]),
  [`${base}/check_device_template`]: () => ({
    data: { complete: false, slaves: [{ no: 2, name: "Fan", recipeId: "t1", recipeName: "Boiler", state: "missing" }] },
  }),
  "/api/device_data_recipe/list_body": page(points),
  "/api/device_data_recipe/get": () => ({
    data: {
      id: "t1",
      name: "Boiler",
      description: "",
      companyId: "c",
      companyName: "North",
      points: 3,
      devices: 2,
      createdAt: "",
      version: 1,
    },
  }),
  "/api/device_data_recipe/query": page([]),
  "/api/device_argument/query": page([parameters]),
  "/api/device_template/query": page([
    { id: "d1", version: 1, companyName: "North", changeable: true, name: "Preset", description: "", slaves: [], rules: [], devices: 0 },
  ]),
};
const at = async (view: string, Screen: unknown, hidden: boolean, more: object = {}) => {
  const calls = await standsIn(view, Screen, hidden);
  return { paths: calls, menu: { [view]: calls }, answers: { ...answers, ...more } };
};
const opened = async (more: object = {}) =>
  showPage(<AppRecipeScreen />, { at: "/template/app?id=t1", ...(await at("/template/app", AppRecipeScreen, true, more)) });

describe("the app recipe of a data template", () => {
  it("shows which points and commands the app displays, the first of its order first [S2.073]", async () => {
    await opened();
    await screen.findByText("Valve");
    for (const text of ["Boiler app", "Disabled"]) expect(screen.getByText(text)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Commands" }));
    expect(await screen.findByText("Valve = 45%")).toBeTruthy();
  });

  it("shows one point less, and is put into use when asked", async () => {
    const { sent } = await opened();
    const sentPoints = () => sent.filter(({ path }) => path === `${base}/put`).map(({ request }) => request);
    fireEvent.contextMenu(await screen.findByText("Valve"));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Hide from app" }));
    const kept = [
      { pointId: "p1", name: "水阀", nameEn: "Water", show: "switch" },
      { pointId: "p2", name: "", nameEn: "", show: "value" },
    ];
    const saved = { id: "a1", version: 4, recipeId: "t1", name: "Boiler app", enabled: false };
    await waitFor(() => expect(sentPoints()).toEqual([{ ...saved, points: kept.slice(1) }]));
    fireEvent.click(screen.getByRole("button", { name: "Enable" }));
    await waitFor(() => expect(sentPoints()[1]).toEqual({ ...saved, enabled: true, points: kept }));
  });

  it("is added where there is none, out of use", async () => {
    const { sent } = await opened({ [`${base}/query`]: page([]) });
    fireEvent.click(await screen.findByRole("button", { name: "Add app recipe" }));
    await waitFor(() =>
      expect(sent).toContainEqual({ path: `${base}/post`, request: { recipeId: "t1", name: "Boiler", enabled: false, points: [] } }),
    );
  });

  it("leads to the list without a data template, which stands in the menu", async () => {
    showPage(<AppRecipeScreen />, { at: "/template/app", ...(await at("/template/app", AppRecipeScreen, true)) });
    expect(await screen.findByRole("button", { name: "All app recipes" })).toBeTruthy();
    expect(await standsIn("/template/apps", AppListScreen)).toContain(`${base}/query`);
  });
});

it("a device template tells which of its slaves have no app recipe", async () => {
  showPage(<DeviceTemplateScreen />, { at: "/template/device", ...(await at("/template/device", DeviceTemplateScreen, false)) });
  fireEvent.contextMenu(await screen.findByText("Preset"));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Check app recipes" }));
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText("None")).toBeTruthy();
  expect(within(dialog).getByText("Boiler")).toBeTruthy();
});

it("parameter tables stand in the menu, and one that is outdated says so", async () => {
  showPage(<ParameterScreen />, { at: "/template/argument", ...(await at("/template/argument", ParameterScreen, false)) });
  expect(await screen.findByText("Outdated")).toBeTruthy();
});
