// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import type { RuleTemplateRow } from "#contract/resources/alarmTriggerTemplate.ts";
import type { DeviceTemplateRow } from "#contract/resources/deviceTemplate.ts";
import { ViewLocationContext } from "#src/kit/view/viewLocation.ts";
import { RuleTemplateFormScreen } from "#src/screens/alarms/ruleTemplateFormScreen.tsx";
import { RuleTemplateScreen } from "#src/screens/alarms/ruleTemplateScreen.tsx";
import { DeviceFormScreen } from "#src/screens/devices/deviceFormScreen.tsx";
import { DeviceTemplateFormScreen } from "#src/screens/template/device/deviceTemplateFormScreen.tsx";
import { DeviceTemplateScreen } from "#src/screens/template/device/deviceTemplateScreen.tsx";
import { TemplatedDevicesScreen } from "#src/screens/template/device/templatedDevicesScreen.tsx";
import { RecipeListScreen } from "#src/screens/template/recipeListScreen.tsx";
import { deviceTemplateCalls } from "#store/handles/deviceTemplate.ts";
import { showPage } from "#tests/src/pageSite.tsx";
import { wholeDevice } from "#tests/src/screens/devices/wholeDevice.ts";
import { OpenedLater } from "#tests/src/screens/openedLater.tsx";
import { plainTelling } from "#tests/src/screens/plainRule.ts";
import { standsIn } from "#tests/src/screens/standsIn.ts";

const page = (list: readonly object[]) => () => ({ data: { list, total: list.length, pageNo: 1, pageSize: 20 } });
const base = "/api/device_template";
const recipes = [
  { id: "t1", name: "Power", description: "", companyId: "c", companyName: "North", points: 1, devices: 2, createdAt: "", version: 3 },
  { id: "t2", name: "Flow", description: "", companyId: "c", companyName: "North", points: 1, devices: 2, createdAt: "", version: 3 },
];
const template: DeviceTemplateRow = {
  ...{ id: "dt1", version: 4, companyName: "North", changeable: true, name: "Pump station", description: "two", devices: 3 },
  slaves: [
    { no: 1, name: "Meter", recipeId: "t1", recipeName: "Power" },
    { no: 2, name: "Pump", recipeId: "t2", recipeName: "Flow" },
  ],
  rules: [{ id: "r1", name: "Power high" }],
};
const rule: RuleTemplateRow = {
  ...plainTelling,
  ...{ id: "r1", version: 4, changeable: true, name: "Power high", recipeId: "t1", recipeName: "Power", pointId: "p1" },
  ...{ pointName: "功率", pointNameEn: "Power", unit: "kW", enumeration: [], companyName: "North", level: 3, deviceTemplates: 1 },
  ...{ condition: "above", a: 80, b: null, min: null, max: 75, holdSeconds: 30, saveData: true },
  ...{ alarmTypeId: null, alarmTypeName: "", alarmTypeNameEn: "" },
  ...{ pushContent: "", pushContentEn: "", releaseContent: "", releaseContentEn: "" },
};
const flow: RuleTemplateRow = { ...rule, id: "r2", name: "Flow low", recipeId: "t2", recipeName: "Flow" };
const answers = {
  [`${base}/query`]: page([template]),
  [`${base}/get`]: () => ({ data: template }),
  [`${base}/post`]: () => ({ data: { id: "dt2" } }),
  [`${base}/put`]: () => ({ data: null }),
  [`${base}/copy`]: () => ({ data: { id: "dt3" } }),
  [`${base}/query_device`]: page([{ id: "d1", name: "North pump", sn: "NP-1", companyName: "North", differences: [] }]),
  "/api/device_data_recipe/query": page(recipes),
  "/api/alarm_trigger_template/query": page([rule, flow]),
  "/api/alarm_trigger_template/get": () => ({ data: rule }),
  "/api/alarm_trigger_template/post": () => ({ data: { id: "r9" } }),
  "/api/alarm_trigger_template/put": () => ({ data: null }),
  "/api/device_data_recipe/list_body": page([
    { id: "p1", recipeId: "t1", name: "功率", nameEn: "Power", address: "1", enumeration: [], unit: "kW" },
  ]),
};
const at = async (view: string, Screen: unknown, hidden: boolean, more: readonly string[] = []) => {
  const calls = [...(await standsIn(view, Screen, hidden)), ...more];
  return { paths: calls, menu: { [view]: calls }, answers };
};
const box = (name: RegExp) => screen.getByRole("textbox", { name }) as HTMLInputElement;

/** The devices of one template, and of another one behind a press. */
function TwoAfterEachOther() {
  const [id, setId] = useState("dt1");
  return (
    <ViewLocationContext value={{ path: "/template/device/devices", search: new URLSearchParams({ id }), active: true }}>
      <button type="button" onClick={() => setId("dt2")}>
        another
      </button>
      <TemplatedDevicesScreen />
    </ViewLocationContext>
  );
}

describe("device templates", () => {
  it("stand in the menu with their slaves and alarm templates, are copied, and lead to their devices", async () => {
    const { sent } = showPage(<DeviceTemplateScreen />, {
      at: "/template/device",
      ...(await at("/template/device", DeviceTemplateScreen, false)),
    });
    await screen.findByText("Pump station");
    for (const text of ["1 Meter (Power), 2 Pump (Flow)", "Power high"]) expect(screen.getByText(text)).toBeTruthy();
    fireEvent.contextMenu(screen.getByText("Pump station"));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Copy device template" }));
    await waitFor(() => expect(box(/^Name/).value).toBe("Pump station (copy)"));
    expect(screen.getByText("Copies 2 slaves and 1 alarm rule")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Copy" }));
    await waitFor(() => expect(sent).toContainEqual({ path: `${base}/copy`, request: { id: "dt1", name: "Pump station (copy)" } }));
  });

  it("are added on a page with name, slaves, data template and alarm template [S2.082]", async () => {
    const { sent } = showPage(<DeviceTemplateFormScreen />, {
      at: "/template/deviceadd",
      ...(await at("/template/deviceadd", DeviceTemplateFormScreen, true)),
    });
    const [name] = await screen.findAllByRole("textbox", { name: /^Name/ });
    fireEvent.change(name as HTMLElement, { target: { value: "Boilers" } });
    const slaves = within(screen.getByRole("group", { name: /^Slaves/ }));
    expect((slaves.getByRole("textbox", { name: /^Number/ }) as HTMLInputElement).value).toBe("1");
    fireEvent.change(slaves.getByRole("textbox", { name: /^Name/ }), { target: { value: "Burner" } });
    const choice = slaves.getByLabelText(/^Data template/) as HTMLSelectElement;
    await waitFor(() => expect([...choice.options].map(({ text }) => text)).toContain("Flow"));
    expect(screen.queryByRole("checkbox", { name: /Flow low/ })).toBeNull();
    fireEvent.change(choice, { target: { value: [...choice.options].find(({ text }) => text === "Flow")?.value } });
    fireEvent.click(await screen.findByRole("checkbox", { name: /Flow low/ }));
    expect(screen.queryByRole("checkbox", { name: /Power high/ })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Add device template" }));
    const request = { name: "Boilers", description: "", slaves: [{ no: 1, name: "Burner", recipeId: "t2" }], ruleIds: ["r2"] };
    await waitFor(() => expect(sent).toContainEqual({ path: `${base}/post`, request }));
  });

  it("are shown as they are stored and saved over their version; rules of slaves that are gone go with them [S2.083]", async () => {
    const { sent } = showPage(<DeviceTemplateFormScreen />, {
      at: "/template/deviceedit?id=dt1",
      ...(await at("/template/deviceedit", DeviceTemplateFormScreen, true)),
    });
    await waitFor(() => expect((screen.getAllByRole("textbox", { name: /^Name/ })[0] as HTMLInputElement).value).toBe("Pump station"));
    expect((screen.getByRole("textbox", { name: /^Description/ }) as HTMLInputElement).value).toBe("two");
    expect(((await screen.findByRole("checkbox", { name: /Power high/ })) as HTMLInputElement).checked).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "Remove row 1" }));
    await waitFor(() => expect(screen.queryByRole("checkbox", { name: /Power high/ })).toBeNull());
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    const slaves = [{ no: 2, name: "Pump", recipeId: "t2" }];
    const request = { id: "dt1", version: 4, name: "Pump station", description: "two", slaves, ruleIds: [] };
    await waitFor(() => expect(sent).toContainEqual({ path: `${base}/put`, request }));
  });

  it.each([
    ["/template/deviceedit", DeviceTemplateFormScreen],
    ["/template/device/devices", TemplatedDevicesScreen],
  ] as const)("lead back to their list from %s without one", async (view, Screen) => {
    const { moved } = showPage(<Screen />, { at: view, ...(await at(view, Screen, true)) });
    await screen.findByText("Choose a device template first");
    fireEvent.click(screen.getByRole("button", { name: "All device templates" }));
    await waitFor(() => expect(moved).toContain("/template/device"));
  });

  it("show their devices, with a way back", async () => {
    const { sent } = showPage(<TemplatedDevicesScreen />, {
      at: "/template/device/devices?id=dt1",
      ...(await at("/template/device/devices", TemplatedDevicesScreen, true)),
    });
    await screen.findByText("North pump");
    expect(screen.getByText("Pump station")).toBeTruthy();
    expect(screen.getByText("None")).toBeTruthy();
    expect(sent).toContainEqual({ path: `${base}/query_device`, request: expect.objectContaining({ id: "dt1", pageNo: 1 }) });
  });

  it("show the devices of the one that the address names, after another one too", async () => {
    const { sent } = showPage(<TwoAfterEachOther />, {
      at: "/template/device/devices?id=dt1",
      ...(await at("/template/device/devices", TemplatedDevicesScreen, true)),
    });
    await screen.findByText("North pump");
    fireEvent.click(screen.getByText("another"));
    const request = expect.objectContaining({ id: "dt2", pageNo: 1 });
    await waitFor(() => expect(sent).toContainEqual({ path: `${base}/query_device`, request }));
  });

  it("are applied to all of their own devices that match, and to no others", async () => {
    const differences = [{ kind: "slaveMissing", no: 2, name: "Pump" }];
    const list = [{ id: "d1", name: "North pump", sn: "NP-1", companyName: "North", differences }];
    const setup = await at("/template/device/devices", TemplatedDevicesScreen, true, ["/api/device/put"]);
    const { sent, asked } = showPage(<TemplatedDevicesScreen />, {
      ...{ at: "/template/device/devices?id=dt1&search=pump", ...setup },
      answers: { ...answers, [`${base}/query_device`]: () => ({ data: { list, total: 30, pageNo: 1, pageSize: 1 } }) },
    });
    await screen.findByText("North pump");
    fireEvent.click(screen.getAllByRole("checkbox", { name: /all/i })[0] as HTMLElement);
    fireEvent.click(await screen.findByRole("button", { name: "Select all 30 matching" }));
    fireEvent.click(screen.getByRole("button", { name: "Apply device template" }));
    const action = { kind: "deviceTemplate", deviceTemplateId: "dt1" };
    const request = { filter: { search: "pump", deviceTemplateId: "dt1" }, count: 30, action };
    await waitFor(() => expect(sent).toContainEqual({ path: "/api/device_change/post", request }));
    expect(asked).toHaveLength(1);
  });

  it("are edited as the server has them when the form opens, not as they were shown before", async () => {
    let now: DeviceTemplateRow = template;
    const setup = await at("/template/deviceedit", DeviceTemplateFormScreen, true);
    const { sent } = showPage(
      <OpenedLater id="dt1" read={deviceTemplateCalls.get}>
        <DeviceTemplateFormScreen />
      </OpenedLater>,
      {
        ...{ at: "/template/deviceedit?id=dt1", ...setup },
        answers: { ...answers, [`${base}/get`]: () => ({ data: now }) },
      },
    );
    await waitFor(() => expect(screen.getByText("open")).toHaveProperty("disabled", false));
    now = { ...template, version: 5, name: "Renamed" };
    fireEvent.click(screen.getByText("open"));
    await waitFor(() => expect((screen.getAllByRole("textbox", { name: /^Name/ })[0] as HTMLInputElement).value).toBe("Renamed"));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    const request = expect.objectContaining({ id: "dt1", version: 5, name: "Renamed" });
    await waitFor(() => expect(sent).toContainEqual({ path: `${base}/put`, request }));
  });
});

describe("a new device", () => {
  it("takes the slaves of the device template that is chosen for it", async () => {
    const calls = await standsIn("/devices/adds", DeviceFormScreen, true);
    const more = { "/api/device_type/query": page([]), "/api/device_model/query": page([]), "/api/dict/query": page([]) };
    showPage(<DeviceFormScreen />, {
      at: "/devices/adds",
      paths: calls,
      menu: { "/devices/adds": calls },
      answers: { ...answers, ...more },
    });
    const choice = (await screen.findByLabelText(/^Device template/)) as HTMLSelectElement;
    await waitFor(() => expect([...choice.options].map(({ text }) => text)).toEqual(["None", "Pump station"]));
    fireEvent.change(choice, { target: { value: choice.options[1]?.value } });
    const slaves = within(screen.getByRole("group", { name: /^Slaves/ }));
    await waitFor(() =>
      expect(slaves.getAllByRole("textbox").map((field) => (field as HTMLInputElement).value)).toEqual(["1", "Meter", "2", "Pump"]),
    );
  });
});

describe("an existing device", () => {
  it("keeps its slaves where another device template is chosen for it", async () => {
    const calls = await standsIn("/devices/edit", DeviceFormScreen, true);
    const slaves = [{ id: "s1", no: 9, name: "Own", recipeId: "t1", recipeName: "Power", points: [] }];
    const whole = wholeDevice({ slaves, deviceTemplateId: null, deviceTemplateName: "" });
    const more = {
      ...{ "/api/device/get": () => ({ data: whole }), "/api/device/put": () => ({ data: null }), "/api/device_model/query": page([]) },
      "/api/device_type/query": page([{ id: whole.typeId, name: "Pump", nameEn: "Pump", attributes: [], isDefault: false }]),
      "/api/dict/query": page([{ id: "i1", name: "Water", value: whole.industry, remark: "" }]),
    };
    const { sent } = showPage(<DeviceFormScreen />, {
      at: `/devices/edit?id=${whole.id}`,
      paths: calls,
      menu: { "/devices/edit": calls },
      answers: { ...answers, ...more },
    });
    const choice = (await screen.findByLabelText(/^Device template/)) as HTMLSelectElement;
    await waitFor(() => expect([...choice.options].map(({ text }) => text)).toEqual(["None", "Pump station"]));
    fireEvent.change(choice, { target: { value: choice.options[1]?.value } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    const kept = slaves.map(({ id, no, name, recipeId }) => expect.objectContaining({ id, no, name, recipeId }));
    const request = expect.objectContaining({ deviceTemplateId: "dt1", slaves: kept });
    await waitFor(() => expect(sent).toContainEqual({ path: "/api/device/put", request }));
  });
});

describe("alarm rule templates", () => {
  it("stand in the menu, and are added without a device", async () => {
    await at("/alarms/templates", RuleTemplateScreen, false);
    const { sent } = showPage(<RuleTemplateFormScreen />, {
      at: "/alarms/templates/edit",
      ...(await at("/alarms/templates/edit", RuleTemplateFormScreen, true)),
    });
    fireEvent.change(await screen.findByRole("textbox", { name: /^Name/ }), { target: { value: "Hot" } });
    expect(screen.queryByText("All devices with this data template")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Add rule template" }));
    await screen.findAllByText(/./);
    expect(sent.filter(({ path }) => path.endsWith("/post"))).toEqual([]);
  });

  it("are shown as they are stored and saved over their version", async () => {
    const { sent } = showPage(<RuleTemplateFormScreen />, {
      at: "/alarms/templates/edit?id=r1",
      ...(await at("/alarms/templates/edit", RuleTemplateFormScreen, true)),
    });
    await waitFor(() => expect(box(/^Name/).value).toBe("Power high"));
    fireEvent.change(box(/^Name/), { target: { value: "Too high" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    const request = expect.objectContaining({ id: "r1", version: 4, name: "Too high", a: 80, max: 75, pointId: "p1" });
    await waitFor(() => expect(sent).toContainEqual({ path: "/api/alarm_trigger_template/put", request }));
    expect(JSON.stringify(sent)).not.toContain("deviceId");
  });
});

describe("without the right to query them", () => {
  it.each([
    ["data templates [S6.020]", RecipeListScreen, "/template/list", "/api/device_data_recipe/query"],
    ["device templates [S6.021]", DeviceTemplateScreen, "/template/device", `${base}/query`],
  ] as const)("%s show that there is no permission, and no rows", async (_, Screen, view, call) => {
    const granted = await standsIn(view, Screen);
    const calls = granted.filter((path) => path !== call);
    const { sent } = showPage(<Screen />, { at: view, paths: calls, menu: { [view]: calls }, answers });
    await screen.findByText("You do not have permission. Ask your administrator");
    expect(screen.queryByText("Pump station") ?? screen.queryByText("Power")).toBeNull();
    expect(sent.filter(({ path }) => path === call)).toEqual([]);
  });
});
