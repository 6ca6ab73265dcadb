// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { device } from "#contract/resources/device.ts";
import { DeviceFormScreen } from "#src/screens/devices/deviceFormScreen.tsx";
import { DevicePasswordDialog } from "#src/screens/devices/devicePasswordDialog.tsx";
import { deviceCalls } from "#store/handles/device.ts";
import { showPage } from "#tests/src/pageSite.tsx";
import { OpenedLater } from "#tests/src/screens/openedLater.tsx";
import { wholeDevice } from "./wholeDevice.ts";

const { get, post, put } = device.calls;
const options = ["/api/device_type/query", "/api/device_model/query", "/api/device_data_recipe/query", "/api/dict/query"];
const paths = [get.path, post.path, put.path, ...options];
const listOf = (...list: object[]) => ({ data: { list, total: list.length, pageNo: 1, pageSize: 1000 } });
const whole = wholeDevice({
  image: "/files/pump.png",
  slaves: [
    { id: "s1", no: 1, name: "Pump house", recipeId: "r1", recipeName: "Pumps", points: [] },
    { id: "s2", no: 247, name: "Weir", recipeId: "r2", recipeName: "Levels", points: [] },
  ],
});

const showForm = (at: "/devices/adds" | "/devices/adds?sn=GH-0077" | "/devices/edit?id=d1") =>
  showPage(<DeviceFormScreen />, {
    ...{ at, paths, menu: { [at.split("?")[0] ?? ""]: paths } },
    answers: {
      "/api/device_type/query": () =>
        listOf(
          { id: "t1", name: "水泵", nameEn: "Pump", attributes: [], isDefault: false },
          { id: "t2", name: "阀门", nameEn: "Valve", attributes: [], isDefault: false },
        ),
      "/api/device_model/query": () =>
        listOf({ id: "m1", name: "Meter gateway", modelId: "MG-100" }, { id: "m2", name: "Pump gateway", modelId: "PG-1" }),
      "/api/device_data_recipe/query": () => listOf({ id: "r1", name: "Pumps" }, { id: "r2", name: "Levels" }),
      "/api/dict/query": () =>
        listOf({ id: "i1", name: "Water", value: "water", remark: "" }, { id: "i2", name: "Power", value: "power", remark: "" }),
      [get.path]: () => ({ data: whole }),
      [post.path]: () => ({ data: { id: "d1", password: "" } }),
    },
  });

const named = (name: string, place = 0) => screen.getAllByLabelText(new RegExp(`^${name}`))[place] as HTMLInputElement;
const fill = (name: string, value: string, place = 0) => fireEvent.change(named(name, place), { target: { value } });
const send = () => fireEvent.click(document.querySelector("button[type=submit]") ?? document.body);
const saidAt = (name: string, place = 0) => {
  const control = named(name, place);
  return document.getElementById(control.getAttribute("aria-describedby")?.split(" ").at(-1) ?? "")?.textContent;
};
const optionsLoaded = () => waitFor(() => expect(within(named("Industry")).getByText("Water")).toBeTruthy());

beforeEach(() => sessionStorage.clear());

describe("the form that adds a device", () => {
  it("has category, industry, properties and slaves, and sends a device with them, which is told [S2.093] [S8.040]", async () => {
    const { sent, said, moved } = showForm("/devices/adds");
    await optionsLoaded();
    fill("Device type", "t1");
    fill("Industry", "water");
    fill("Device name", "North pump");
    fill("Serial number", "NP-0001");
    fill("Device password", "devicepw");
    fill("Dealer", "River Trade");
    fill("Slave number", "7");
    fill("Slave name", "Pump house");
    fill("Data template", "r1");
    send();
    await waitFor(() => expect(said).toEqual(["Added"]));
    expect(sent.filter(({ path }) => path === post.path).map(({ request }) => request)).toMatchObject([
      {
        ...{ typeId: "t1", industry: "water", name: "North pump", sn: "NP-0001", password: "devicepw", dealer: "River Trade" },
        slaves: [{ no: 7, name: "Pump house", recipeId: "r1" }],
      },
    ]);
    expect(moved).toEqual(["/devices/deviceDatail?id=d1"]);
  });

  it("begins with the SN that the registry leads from, and says that its password is known", async () => {
    showForm("/devices/adds?sn=GH-0077");
    await optionsLoaded();
    expect([named("Serial number").value, named("Device password").value]).toEqual(["GH-0077", ""]);
    expect(saidAt("Device password")).toContain("registered SN");
  });

  it("asks for category, industry, and of each slave for number, name and data template [S5.055] [S5.056] [S5.058]", async () => {
    const { sent } = showForm("/devices/adds");
    await optionsLoaded();
    fill("Device name", "North pump");
    fill("Serial number", "NP-0001");
    fill("Slave number", "");
    send();
    const required = ["Device type", "Industry", "Slave number", "Slave name", "Data template"];
    await waitFor(() => expect(required.filter((name) => named(name).getAttribute("aria-invalid") !== "true")).toEqual([]));
    expect(sent.map(({ path }) => path)).not.toContain(post.path);
  });

  it("asks for a slave [S5.057]", async () => {
    const { sent } = showForm("/devices/adds");
    await optionsLoaded();
    for (const [name, value] of Object.entries({ "Device type": "t1", Industry: "water", "Device name": "D", "Serial number": "NP-0001" }))
      fill(name, value);
    fireEvent.click(named("Remove row 1"));
    send();
    expect(await screen.findByText("Add at least one slave")).toBeVisible();
    expect(sent.map(({ path }) => path)).not.toContain(post.path);
  });

  it("says of slaves of one name and of one number what is wrong with them [S8.033] [S8.034]", async () => {
    const { sent } = showForm("/devices/adds");
    await optionsLoaded();
    for (const [name, value] of Object.entries({ "Device type": "t1", Industry: "water", "Device name": "D", "Serial number": "NP-0001" }))
      fill(name, value);
    fireEvent.click(screen.getByText("Add row"));
    for (const place of [0, 1]) {
      fill("Slave number", "1", place);
      fill("Slave name", "Pump house", place);
      fill("Data template", "r1", place);
    }
    send();
    await waitFor(() =>
      expect([saidAt("Slave name", 1), saidAt("Slave number", 1)]).toEqual([
        "Slave name cannot be repeated",
        "The slave numbers are the same, please verify",
      ]),
    );
    expect(sent.map(({ path }) => path)).not.toContain(post.path);
  });

  it("says of a name of 41 characters that it is too long, and how long it may be [S8.036]", async () => {
    showForm("/devices/adds");
    await optionsLoaded();
    fill("Device name", "泵".repeat(41));
    send();
    await waitFor(() => expect(saidAt("Device name")).toBe("Characters too long: at most 40"));
  });
});

describe("the form that edits a device", () => {
  it("opens on what the server has by then, not on what was read before", async () => {
    let now = whole;
    showPage(
      <OpenedLater id="d1" read={deviceCalls.get}>
        <DeviceFormScreen />
      </OpenedLater>,
      { at: "/devices/edit?id=d1", paths, menu: { "/devices/edit": paths }, answers: { [get.path]: () => ({ data: now }) } },
    );
    await waitFor(() => expect(screen.getByText("open")).toHaveProperty("disabled", false));
    now = { ...whole, version: whole.version + 1, dealer: "Lake Trade" };
    fireEvent.click(screen.getByText("open"));
    await waitFor(() => expect(named("Dealer").value).toBe("Lake Trade"));
  });

  it("shows the device's properties and its slaves, and saves what was changed over its version, which is told [S2.089] [S8.039]", async () => {
    const { sent, said, moved } = showForm("/devices/edit?id=d1");
    await screen.findByDisplayValue("North pump");
    await optionsLoaded();
    const shown = ["Device name", "Serial number", "Device type", "Model", "Industry", "Dealer", "Longitude", "Latitude", "Remark"];
    expect(shown.map((name) => named(name).value)).toEqual([
      "North pump",
      "NP-0001",
      "t1",
      "m1",
      "water",
      "River Trade",
      "108.9",
      "34.3",
      "by the weir",
    ]);
    const slaves = [0, 1].map((place) => ["Slave number", "Slave name", "Data template"].map((name) => named(name, place).value));
    expect(slaves).toEqual([
      ["1", "Pump house", "r1"],
      ["247", "Weir", "r2"],
    ]);
    fill("Device name", "South pump");
    fill("Slave number", "3", 1);
    send();
    await waitFor(() => expect(said).toEqual(["Changes saved"]));
    const [saved] = sent.filter(({ path }) => path === put.path);
    expect(saved?.request).toMatchObject({
      ...{ id: "d1", version: 4, name: "South pump", sn: "NP-0001", dealer: "River Trade", lng: 108.9, lat: 34.3 },
      slaves: [
        { id: "s1", no: 1, name: "Pump house", recipeId: "r1" },
        { id: "s2", no: 3, name: "Weir", recipeId: "r2" },
      ],
    });
    expect(moved).toEqual(["/devices/deviceDatail?id=d1"]);
  });

  it("shows each property of the device, and sends what is put in its place [S3.029]", async () => {
    const { sent } = showForm("/devices/edit?id=d1");
    await screen.findByDisplayValue("North pump");
    await optionsLoaded();
    /** Label, name in the request, what is shown, what is typed, and what is sent of it. */
    const fields = [
      ["Device name", "name", "North pump", "South pump"],
      ["Serial number", "sn", "NP-0001", "SP-0002"],
      ["Device type", "typeId", "t1", "t2"],
      ["Model", "modelId", "m1", "m2"],
      ["Industry", "industry", "water", "power"],
      ["Third-party ID", "thirdPartyId", "ERP-77", "ERP-78"],
      ["Tuya ID", "tuyaId", "bf01", "bf02"],
      ["Mobile attribute", "mobile", "move", "stop"],
      ["Dealer", "dealer", "River Trade", "Hill Trade"],
      ["User name", "userName", "Zhou Min", "Li Na"],
      ["Contact", "contact", "0311-86001234", "0311-86005678"],
      ["Installation date", "installedOn", "2026-08-30", "2026-09-01"],
      ["Service information", "serviceInfo", "yearly", "monthly"],
      ["Longitude", "lng", "108.9", "-70.5", -70.5],
      ["Latitude", "lat", "34.3", "-12.25", -12.25],
      ["Province", "province", "河北", "陕西"],
      ["City", "city", "石家庄", "西安"],
      ["District", "district", "长安", "雁塔"],
      ["Sort value", "sort", "5", "0", 0],
    ] as const;
    expect(fields.map(([label]) => [label, named(label).value])).toEqual(fields.map(([label, , shown]) => [label, shown]));
    for (const [label, , , typed] of fields) fill(label, typed);
    fill("Device password", "Osprey45pq");
    const notice = named("Alarm notifications");
    expect(notice.checked).toBe(false);
    fireEvent.click(notice);
    expect(document.querySelector("img[src='/files/pump.png']")).toBeTruthy();
    send();
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain(put.path));
    const saved = Object.fromEntries(fields.map(([, name, , typed, value = typed]) => [name, value]));
    expect(sent.find(({ path }) => path === put.path)?.request).toMatchObject({
      ...saved,
      ...{ password: "Osprey45pq", alarmNotice: true, image: "/files/pump.png" },
    });
  });
});

describe("a generated password, which is shown once", () => {
  it("stays until somebody says that it is noted: a key pressed by mistake does not take it away", async () => {
    const closed = vi.fn();
    showPage(<DevicePasswordDialog sn="GH-0077" password="Kestrel72x" onClose={closed} />);
    const shown = await screen.findByText("Kestrel72x");
    fireEvent.keyDown(shown, { key: "Escape", bubbles: true });
    expect(closed).not.toHaveBeenCalled();
    expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "I have saved it" }));
    expect(closed).toHaveBeenCalledOnce();
  });
});
