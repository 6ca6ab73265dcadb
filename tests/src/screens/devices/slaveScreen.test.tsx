// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createActor } from "xstate";
import { realtimeLink } from "#machines/realtimeLink.ts";
import { RealtimeContext } from "#src/app/realtime/realtimeContext.ts";
import { SlaveScreen } from "#src/screens/devices/slaveScreen.tsx";
import { type Answer, refusal } from "#tests/src/inView.tsx";
import { showPage } from "#tests/src/pageSite.tsx";
import { wholeDevice } from "./wholeDevice.ts";

const own = "/devices/lower_computer/details";
const paths = ["/api/device_slave/get_device_slave", "/api/device/get", "/api/device/list_recipe_slave_sn"];
const menu = { [own]: paths, "/devices/deviceDatail": paths };

const { slaves: _, ...device } = wholeDevice();
const temperature = {
  ...{ id: "p1", address: "40001", name: "温度", nameEn: "Temperature", unit: "°C", valueType: "float", decimals: 1, writable: false },
  ...{ min: null, max: null, storeMode: 1, enumeration: [], value: 21.5, ts: "2026-10-31T00:00:00Z" },
};
const slave = { id: "s1", no: 3, name: "Weir", recipeId: "r1", recipeName: "Levels", points: [temperature], device };
const other = { id: "s2", no: 9, name: "Sluice", deviceId: "d2", deviceName: "South pump", sn: "SP-0002", companyName: "Hebei Water" };

const show = (answer: Answer, at = `${own}?id=s1`) =>
  showPage(
    <RealtimeContext value={createActor(realtimeLink, { input: { now: () => 0 } })}>
      <SlaveScreen />
    </RealtimeContext>,
    {
      ...{ at, paths, menu },
      answers: {
        "/api/device_slave/get_device_slave": () => answer,
        "/api/device/list_recipe_slave_sn": () => ({
          data: { list: [{ ...other, id: "s1", name: "Weir", no: 3 }, other], total: 2, pageNo: 1, pageSize: 21 },
        }),
      },
    },
  );

it("shows a lower computer with its name, number, data template, versions and values, and the way to its device [S2.092]", async () => {
  show({ data: slave });
  expect(await screen.findByRole("heading", { name: "Weir (3)" })).toBeVisible();
  const facts = [...document.querySelectorAll(".gh-fact")].map((fact) => fact.textContent);
  expect(facts).toEqual([
    "Slave number3",
    "Data templateLevels",
    "DeviceNorth pump",
    "SNNP-0001",
    "OrganisationHebei Water",
    "Gateway versionssoftware 1.2.3 · hardware B4 · parameters P9",
    "Last communication2026-10-31 00:00:00",
  ]);
  expect(document.querySelector(".gh-points")?.textContent).toContain("Temperature");
  expect(document.querySelector(".gh-point-value")?.textContent).toContain("21.5");
  expect(screen.getByText("Open device").closest("a")?.getAttribute("href")).toBe("#/devices/deviceDatail?id=d1");
  expect((await screen.findByRole("link", { name: /Sluice \(9\)/ })).getAttribute("href")).toBe(`#${own}?id=s2`);
  expect(screen.queryByRole("link", { name: /Weir \(3\)/ })).toBeNull();
});

it("says that there is no such slave, and which to open where none is named", async () => {
  show(refusal(404));
  expect(await screen.findByText("Slave not found, or you have no access to it")).toBeVisible();
  document.body.innerHTML = "";
  show({ data: slave }, own);
  expect(await screen.findByText("No slave selected: open one from its device")).toBeVisible();
});
