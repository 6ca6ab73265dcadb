// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import { builtinMenu } from "#server/menu/builtin.ts";
import type { BuiltinItem } from "#server/menu/builtinItem.ts";
import { screens } from "#src/app/screens.ts";
import type { ScreenDefinition } from "#src/kit/screen/screenDefinition.ts";
import { DeviceListScreen } from "#src/screens/devices/deviceListScreen.tsx";
import { ModelScreen } from "#src/screens/devices/modelScreen.tsx";
import { TypeScreen } from "#src/screens/devices/typeScreen.tsx";
import { intlOf } from "#tests/src/inView.tsx";
import { showPage } from "#tests/src/pageSite.tsx";
import { buttonsOf, pageWordsOf } from "#tests/src/screens/screenSite.tsx";
import { wholeDevice } from "./wholeDevice.ts";

const denied = "You do not have permission. Ask your administrator";
const items = (function* flat(of: readonly BuiltinItem[]): Generator<BuiltinItem> {
  for (const item of of) yield* [item, ...flat(item.children ?? [])];
})(builtinMenu);
const menu = [...items];

/** All that a screen says to somebody who may do everything there but read its rows. */
const wordsWithoutReading = (definition: object, resource: string): string => {
  const calls = ["post", "put", "delete"].map((verb) => `/api/${resource}/${verb}`);
  const { route } = definition as ScreenDefinition<unknown>;
  return pageWordsOf(definition as ScreenDefinition<unknown>, { paths: calls, menu: { [route]: calls } });
};

describe("who may not query", () => {
  it("devices is told so and sees no rows [S6.011]", () => {
    expect(wordsWithoutReading(DeviceListScreen.definition, "device")).toBe(denied);
  });

  it("device types is told so and sees no rows [S6.012]", () => {
    expect(wordsWithoutReading(TypeScreen.definition, "device_type")).toBe(denied);
  });

  it("models is told so and sees no rows [S6.014]", () => {
    expect(wordsWithoutReading(ModelScreen.definition, "device_model")).toBe(denied);
  });
});

describe("the device list", () => {
  it("shows devices with name, SN, type and whether they are there, a search, filters and pages [S2.171]", async () => {
    const calls = ["/api/device/query", "/api/device_type/query"];
    const { sent } = showPage(<DeviceListScreen />, {
      ...{ at: "/devices/list?search=pump&page=2", paths: calls, menu: { "/devices/list": calls } },
      answers: { "/api/device/query": () => ({ data: { list: [wholeDevice()], total: 21, pageNo: 2, pageSize: 20 } }) },
    });
    await screen.findByText("North pump");
    const heads = screen.getAllByRole("columnheader").map(({ textContent }) => textContent?.replace("Press down to drag", ""));
    expect(heads).toEqual(expect.arrayContaining(["Name", "SN", "Device type", "Status"]));
    for (const cell of ["NP-0001", "Pump", "Offline"]) expect(screen.getByText(cell)).toBeTruthy();
    expect((screen.getByRole("searchbox") as HTMLInputElement).value).toBe("pump");
    await waitFor(() =>
      expect(sent).toContainEqual({
        path: "/api/device/query",
        request: expect.objectContaining({ search: "pump", pageNo: 2, pageSize: 20 }),
      }),
    );
    expect(DeviceListScreen.definition.filters?.map(({ id }) => id)).toEqual(expect.arrayContaining(["presence", "typeId", "companyId"]));
    expect(document.body.textContent).toContain("21");
  });
});

describe("the models view", () => {
  it("stands in the menu with its calls, and has add, edit and delete [S2.108]", async () => {
    const calls = ["query", "post", "put", "delete"].map((verb) => `/api/device_model/${verb}`);
    const item = menu.find(({ path }) => path === "/devices/models");
    expect(item?.hidden ?? false).toBe(false);
    expect(item?.actions?.map((action) => `/api/${action}`)).toEqual(expect.arrayContaining(calls));
    const loaded = await screens.find(({ path }) => path === "/devices/models")?.load();
    expect(loaded).toBe(ModelScreen);
    const row = {
      id: "m1",
      name: "Meter gateway",
      modelId: "MG-100",
      transmission: "http-push" as const,
      framing: "rtu" as const,
      registration: "sn" as const,
      heartbeat: "",
      ...{ pollSeconds: 30, timeoutMs: 1000, mostRegisters: 100, mostGap: 8 },
      companyName: "Hebei Water",
      version: 4,
      devices: 0,
      spoken: true,
      changeable: true,
    };
    const buttons = buttonsOf(ModelScreen.definition, [row], { paths: calls, menu: { "/devices/models": calls } });
    expect(buttons).toEqual(expect.arrayContaining(["Add model", "row edit", "row remove"]));
  });
});

describe("device types", () => {
  it("are listed with name, English name, description and attributes with their defaults [S2.177]", () => {
    const attribute = { id: "a1", choices: "" };
    const type = {
      ...{ id: "t1", name: "水泵", nameEn: "Pump", description: "with a motor", devices: 17, related: 2, isDefault: false },
      ...{ companyName: "Hebei Water", changeable: true, version: 4 },
      attributes: [
        { ...attribute, name: "功率", nameEn: "Power", kind: "number" as const, defaultValue: "7.5" },
        { ...attribute, name: "备用", nameEn: "Standby", kind: "boolean" as const, defaultValue: "0" },
        { ...attribute, name: "介质", nameEn: "", kind: "text" as const, defaultValue: "" },
      ],
    };
    const textsIn = (language: Language) =>
      Object.fromEntries(TypeScreen.definition.columns.map(({ id, text }) => [id, text(type, intlOf(language))]));
    expect(TypeScreen.definition.route).toBe("/devices/types");
    expect(textsIn("en")).toMatchObject({
      ...{ name: "水泵", nameEn: "Pump", description: "with a motor", attributes: "Power (7.5), Standby (No), 介质" },
    });
    expect(textsIn("zh")).toMatchObject({ attributes: "功率 (7.5)、备用 (否)、介质" });
  });
});
