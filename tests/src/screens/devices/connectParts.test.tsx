// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { DeviceConnection, ExampleTemplate } from "#contract/resources/deviceConnection.ts";
import { ConnectLogIn } from "#src/screens/devices/connect/connectLogIn.tsx";
import { ConnectPoints } from "#src/screens/devices/connect/connectPoints.tsx";
import { show } from "#tests/src/screens/screenSite.tsx";

const template: ExampleTemplate = {
  ...{ recipeId: "r1", recipeName: "Cold room", slaves: [{ no: 1, name: "Main" }], values: { 40001: 200 } },
  points: [
    {
      ...{ id: "p1", address: "40001", name: "温度", nameEn: "Temperature", unit: "°C", valueType: "int16", decimals: 1 },
      ...{ startBit: null, endBit: null, writable: false, min: 0, max: 40, value: 20, label: "", labelEn: "", raw: 200 },
      ...{ metricType: "Int16", registers: null },
    },
  ],
  reads: [
    { fn: 1, address: 4, count: 1, seconds: 2, points: 1 },
    { fn: 2, address: 0, count: 8, seconds: 60, points: 3 },
    { fn: 3, address: 7, count: 1, seconds: 1, points: 1 },
    { fn: 4, address: 0, count: 11, seconds: 2, points: 5 },
  ],
};

const connectionOf = (registration: "sn" | "password", device = true): DeviceConnection => ({
  ...{ transmission: "modbus-rtu-over-tcp", spoken: true, modelName: "DTU", publicUrl: null, mostBytes: 65_536 },
  ports: { http: 8080, mqtt: 1883, mqtts: null, dtu: 15_000 },
  polling: { framing: "rtu", registration, heartbeat: "", pollSeconds: 2, timeoutMs: 1000, mostRegisters: 100, mostGap: 8 },
  device: device ? { id: "d1", name: "Pump", sn: "GW-1", tuyaId: "", version: 1, templates: [template], birth: null } : null,
});

const showLogIn = (connection: DeviceConnection, password?: string) => {
  const registration = connection.polling?.registration === "password" ? `GW-1,${password ?? "<password>"}` : "GW-1";
  const target = { host: "h", origin: "http://h", mqttPort: 1883, sn: "GW-1", password: password ?? "<password>" };
  return show(<ConnectLogIn {...{ connection, target, registration }} known={password !== undefined} onPassword={() => undefined} />, {
    route: "/devices/connect",
    language: "en",
  });
};

it.each([
  ["en", "0 to 40 °C", ["Function 01: address 4 (1 bit), every 2 seconds, 1 data point"]],
  ["zh", "0～40 °C", ["功能码 01：地址 4（1 位），每 2 秒一次，含 1 个数据点"]],
] as const)("a point's range has its unit, and a request says what it reads (%s)", (language, range, [first]) => {
  show(<ConnectPoints template={template} transmission="mqtt-json" />, { route: "/devices/connect", language });
  expect(screen.getByText(range)).toBeTruthy();
  const reads = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(reads[0]).toBe(first);
  if (language === "en")
    expect(reads.slice(1)).toEqual([
      "Function 02: addresses 0–7 (8 bits), every 60 seconds, 3 data points",
      "Function 03: address 7 (1 register), every second, 1 data point",
      "Function 04: addresses 0–10 (11 registers), every 2 seconds, 5 data points",
    ]);
});

it("a registration is given in bytes once all of it is known", () => {
  const bytes = () => screen.queryByText("Registration (hexadecimal)");
  const shown = [showLogIn(connectionOf("password"))];
  expect(bytes()).toBe(null);
  shown.pop()?.unmount();
  shown.push(showLogIn(connectionOf("password"), "pw"));
  expect(bytes()).toBeTruthy();
  expect(screen.getByText("47 57 2D 31 2C 70 77 0D 0A")).toBeTruthy();
  shown.pop()?.unmount();
  shown.push(showLogIn(connectionOf("sn")));
  expect(screen.getByText("47 57 2D 31 0D 0A")).toBeTruthy();
  shown.pop()?.unmount();
  showLogIn(connectionOf("sn", false));
  expect(bytes()).toBe(null);
});

it("does not say that a password is filled in where no command has it", () => {
  showLogIn(connectionOf("sn"), "pw");
  expect(screen.queryByText("Filled into the commands on this page")).toBe(null);
});
