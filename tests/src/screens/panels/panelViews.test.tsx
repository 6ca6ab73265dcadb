// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { describe, expect, it } from "vitest";
import { PanelCheckScreen } from "#src/screens/panels/panelCheckScreen.tsx";
import { PanelCommandScreen } from "#src/screens/panels/panelCommandScreen.tsx";
import { PanelLinkScreen } from "#src/screens/panels/panelLinkScreen.tsx";
import { PanelListScreen } from "#src/screens/panels/panelListScreen.tsx";
import { showPage } from "#tests/src/pageSite.tsx";
import { standsIn } from "#tests/src/screens/standsIn.ts";

Element.prototype.scrollIntoView ??= () => undefined;

const page = (list: readonly object[]) => () => ({ data: { list, total: list.length, pageNo: 1, pageSize: 20 } });
const ui = "/api/device_template_ui";
const panel = {
  ...{ id: "u1", name: "Front", deviceTemplateId: "t1", deviceTemplateName: "Station", companyName: "North", changeable: true },
  ...{ enabled: true, sort: 2, commands: 1, companies: 1, version: 3 },
};
const point = { id: "p1", name: "设定", nameEn: "Setpoint", address: "s", valueType: "float32", unit: "bar", decimals: 1, enumeration: [] };
const value = { pointId: "p1", ...point, value: 3 };
const command = {
  ...{ id: "c1", name: "Night", uiId: "u1", uiName: "Front", slave: 1, values: [value], confirmed: true, question: "" },
  ...{ companyName: "North", changeable: true, version: 5 },
};
const link = {
  ...{ id: "l1", uiId: "u1", uiName: "Front", deviceTemplateName: "Station", companyId: "b", linkedName: "Branch" },
  ...{ ownerName: "North", changeable: true, createdAt: "2026-11-01T01:02:03Z" },
};
const template = { id: "t1", name: "Station", slaves: [{ no: 1, name: "Main", recipeId: "r1", recipeName: "Pump" }], changeable: true };
const device = { id: "d1", name: "Pump one", sn: "GW-1" };

const answers = {
  [`${ui}/query`]: page([panel]),
  [`${ui}/get`]: () => ({ data: { ...panel, elements: [] } }),
  [`${ui}/post`]: () => ({ data: { id: "u2" } }),
  [`${ui}/put`]: () => ({ data: null }),
  [`${ui}/delete`]: () => ({ data: { removed: 1 } }),
  [`${ui}_cmd/query`]: page([command]),
  [`${ui}_cmd/post`]: () => ({ data: { id: "c2" } }),
  [`${ui}_cmd/put`]: () => ({ data: null }),
  [`${ui}_cmd/delete`]: () => ({ data: { removed: 1 } }),
  [`${ui}_cmd/check`]: () => ({
    data: {
      commands: [
        { ...command, place: "gw/GW-1/command", message: '{"values":{"s":3}}', code: 0, reason: "" },
        { ...command, id: "c2", name: "Day", place: "", message: "", code: 1306, reason: "must be at most 10 bar" },
      ],
    },
  }),
  [`${ui}_company/query`]: page([link]),
  [`${ui}_company/post`]: () => ({ data: { id: "l2" } }),
  [`${ui}_company/delete`]: () => ({ data: { removed: 1 } }),
  "/api/device_template/query": page([template]),
  "/api/device_template/get": () => ({ data: template }),
  "/api/device_data_recipe/list_body": page([{ ...point, writable: true }]),
  "/api/company/query_mini": page([{ id: "b", name: "Branch" }]),
  "/api/device/get": () => ({ data: device }),
};

const open = async (view: string, Screen: ComponentType, search = "", hidden = false) => {
  const paths = await standsIn(view, Screen, hidden);
  return showPage(<Screen />, { at: `${view}${search}`, paths, menu: { [view]: paths }, answers });
};
const act = async (cell: string, action: string) => {
  fireEvent.contextMenu(screen.getByText(cell));
  fireEvent.click(await screen.findByText(action));
};
const name = () => screen.findByLabelText(/^Name/, { selector: "input" });
const choose = async (label: RegExp, option: string) => {
  const box = (await screen.findByLabelText(label, { selector: "select" })) as HTMLSelectElement;
  const found = () => [...box.options].find(({ text }) => text === option);
  await waitFor(() => expect(found()).toBeTruthy());
  fireEvent.change(box, { target: { value: found()?.value } });
};
const save = () => fireEvent.click(screen.getByText("Save"));

describe("the pages of panels", () => {
  it("list panels of device templates, and add, edit and delete them [S2.074]", async () => {
    const { sent, asked } = await open("/template/ui", PanelListScreen);
    await screen.findByText("Front");
    expect(screen.getByText("Station")).toBeTruthy();
    fireEvent.click(screen.getByText("Add panel"));
    fireEvent.change(await name(), { target: { value: "Rear" } });
    await choose(/^Device template/, "Station");
    save();
    const added = { name: "Rear", deviceTemplateId: "t1", sort: 0, enabled: true };
    await waitFor(() => expect(sent).toContainEqual({ path: `${ui}/post`, request: expect.objectContaining(added) }));
    await act("Front", "Edit panel");
    await waitFor(async () => expect(((await name()) as HTMLInputElement).value).toBe("Front"));
    fireEvent.change(await name(), { target: { value: "Side" } });
    save();
    const edited = { id: "u1", version: 3, name: "Side", sort: 2, enabled: true };
    await waitFor(() => expect(sent).toContainEqual({ path: `${ui}/put`, request: expect.objectContaining(edited) }));
    await act("Front", "Delete panel");
    await waitFor(() => expect(sent).toContainEqual({ path: `${ui}/delete`, request: { ids: ["u1"] } }));
    expect(asked).toHaveLength(1);
  });

  it("list the commands of a panel, and add, edit and delete them [S2.075]", async () => {
    const { sent, asked } = await open("/template/uicmd", PanelCommandScreen, "?uiId=u1");
    await screen.findByText("Night");
    expect(screen.getByText("Setpoint = 3.0 bar")).toBeTruthy();
    expect(sent).toContainEqual({ path: `${ui}_cmd/query`, request: expect.objectContaining({ uiId: "u1" }) });
    fireEvent.click(screen.getByText("Add command"));
    fireEvent.change(await name(), { target: { value: "Day" } });
    await choose(/^Panel/, "Front");
    await choose(/^Slave/, "1 Main");
    await choose(/^Data point/, "Setpoint (s)");
    fireEvent.change(screen.getByLabelText(/^Value/, { selector: "input" }), { target: { value: "4.5" } });
    save();
    const added = { name: "Day", uiId: "u1", slave: 1, values: [{ pointId: "p1", value: 4.5 }] };
    await waitFor(() => expect(sent).toContainEqual({ path: `${ui}_cmd/post`, request: expect.objectContaining(added) }));
    await act("Night", "Edit command");
    await waitFor(async () => expect(((await name()) as HTMLInputElement).value).toBe("Night"));
    fireEvent.change(await name(), { target: { value: "Late" } });
    save();
    const kept = { slave: 1, confirmed: true, question: "", values: [{ pointId: "p1", value: 3 }] };
    const edited = { id: "c1", version: 5, name: "Late", ...kept };
    await waitFor(() => expect(sent).toContainEqual({ path: `${ui}_cmd/put`, request: expect.objectContaining(edited) }));
    await act("Night", "Delete command");
    await waitFor(() => expect(sent).toContainEqual({ path: `${ui}_cmd/delete`, request: { ids: ["c1"] } }));
    expect(asked).toHaveLength(1);
  });

  it("show what each command of a panel would send to a device, or what it would be refused for [S2.076]", async () => {
    const { sent } = await open("/template/uicmdCheck", PanelCheckScreen, "?uiId=u1&device=d1", true);
    const row = (await screen.findByRole("rowheader", { name: "Night" })).closest("tr") as HTMLElement;
    for (const text of ["1", "Setpoint = 3.0 bar", "gw/GW-1/command", '{"values":{"s":3}}'])
      expect(within(row).getByText(text)).toBeTruthy();
    const refused = screen.getByRole("rowheader", { name: "Day" }).closest("tr") as HTMLElement;
    expect(refused.textContent).toContain("must be at most 10 bar");
    expect(sent).toContainEqual({ path: `${ui}_cmd/check`, request: { uiId: "u1", deviceId: "d1" } });
  });

  it("list the organisations that a panel is linked to, and link and part them [S2.068]", async () => {
    const { sent, asked } = await open("/company/companyUI", PanelLinkScreen);
    await screen.findByText("Branch");
    for (const text of ["Front", "Station"]) expect(screen.getByText(text)).toBeTruthy();
    fireEvent.click(screen.getByText("Add link"));
    await choose(/^Panel/, "Front");
    const company = await screen.findByRole("combobox", { name: /^Organisation/ });
    fireEvent.change(company, { target: { value: "Bra" } });
    fireEvent.mouseDown(await screen.findByRole("option", { name: /Branch/ }));
    save();
    await waitFor(() => expect(sent).toContainEqual({ path: `${ui}_company/post`, request: { companyId: "b", uiId: "u1" } }));
    await act("Branch", "Delete link");
    await waitFor(() => expect(sent).toContainEqual({ path: `${ui}_company/delete`, request: { ids: ["l1"] } }));
    expect(asked).toHaveLength(1);
  });
});
