// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { languages } from "#contract/languages.ts";
import type { Language } from "#contract/messages.ts";
import type { DeviceWhole } from "#contract/resources/device.ts";
import { DeviceHead } from "#src/screens/devices/deviceHead.tsx";
import { type Drawn, openSite, show } from "#tests/src/screens/screenSite.tsx";
import { wholeDevice } from "./wholeDevice.ts";

const device = wholeDevice({ id: "d/1" });
const now = Date.parse("2026-11-01T01:07:03Z");
const communicatedAt = Date.parse("2026-11-01T01:02:03Z");
const own = "/devices/deviceDatail";

const showHead = (around: Drawn = {}, shown: Partial<DeviceWhole> = {}, spoke = communicatedAt) =>
  show(<DeviceHead device={{ ...device, ...shown }} now={now} communicatedAt={spoke} charted={[{ slave: 3, pointId: "p1" }]} />, {
    route: own,
    ...around,
  });

const factsIn = (container: HTMLElement) =>
  [...container.querySelectorAll(".gh-fact")].map((fact) => [...fact.children].map(({ textContent }) => textContent));

const facts: Record<Language, string[][]> = {
  zh: [
    ["序列号", "NP-0001"],
    ["所属组织", "Hebei Water"],
    ["设备类型", "水泵"],
    ["型号", "M-100"],
    ["设备模板", "Pump station"],
    ["最近通信", "2026-11-01 01:02:03 (5 分钟前)"],
    ["软件版本", "1.2.3"],
    ["硬件版本", "B4"],
    ["信号", "-71 dBm"],
    ["ICCID", "89860012"],
    ["地址", "1 River Road"],
  ],
  en: [
    ["SN", "NP-0001"],
    ["Organisation", "Hebei Water"],
    ["Device type", "Pump"],
    ["Model", "M-100"],
    ["Device template", "Pump station"],
    ["Last communication", "2026-11-01 01:02:03 (5 min ago)"],
    ["Software", "1.2.3"],
    ["Hardware", "B4"],
    ["Signal", "-71 dBm"],
    ["ICCID", "89860012"],
    ["Address", "1 River Road"],
  ],
};

const communication: Record<Language, (ago: string) => string[]> = {
  zh: (said) => ["最近通信", said],
  en: (said) => ["Last communication", said],
};

/** Milliseconds ahead of the page, and what stands beside the time. */
const later = [
  [360_000, "01:13:03", { zh: "时钟超前", en: "clock ahead" }],
  [240_000, "01:11:03", { zh: "时钟超前", en: "clock ahead" }],
  [10_000, "01:07:13", { zh: "0 秒前", en: "0 s ago" }],
] as const;

/** Each button with its call, the view that it leads to, and its address there. */
const buttons = [
  ["7 active alarms", "/api/alarm_log/query", "/alarms/history", "#/alarms/history?open=true&deviceId=d%2F1"],
  ["History", "/api/device_data_log/query_mutil", "/devices/history", "#/devices/history?device=d%2F1&points=3%2Fp1&preset=day"],
  ["Logs", "/api/device_state_log/query", "/devices/logs", "#/devices/logs?deviceId=d%2F1"],
  ["Logs", "/api/device_event/query", "/devices/logs", "#/devices/logs?deviceId=d%2F1"],
  ["Edit", "/api/device/put", "/devices/edit", null],
] as const;

const shownButtons = () =>
  [...screen.queryAllByRole("link"), ...screen.queryAllByRole("button")].map((one) => [one.textContent, one.getAttribute("href")]);

describe("the head of a device", () => {
  it.each(languages)("says the device's facts, each by its name: %s [S3.030]", (language) => {
    const { container } = showHead({ language });
    expect(factsIn(container)).toEqual(facts[language]);
  });

  it.each(languages.flatMap((language) => later.map(([by, at, said]) => [by, language, at, said[language]] as const)))(
    "tells of a device that spoke %i ms ahead of the page's clock, in %s",
    (by, language, at, said) => {
      const { container } = showHead({ language }, {}, now + by);
      expect(factsIn(container)).toContainEqual(communication[language](`2026-11-01 ${at} (${said})`));
    },
  );

  it("says its name and whether it is there", () => {
    showHead();
    expect(screen.getByRole("heading", { name: "North pump" })).toBeVisible();
    expect(screen.getByText("Offline")).toBeVisible();
  });

  it("has a dash for what is not known", () => {
    const unknown = { signal: null, iccid: "", companyName: "", typeName: "", typeNameEn: "" };
    const { container } = show(<DeviceHead device={{ ...device, ...unknown }} now={now} communicatedAt={undefined} charted={[]} />);
    const dashed = factsIn(container).filter(([, said]) => said === "–");
    expect(dashed.map(([name]) => name)).toEqual(["Organisation", "Device type", "Last communication", "Signal", "ICCID"]);
  });

  it.each(buttons)("shows %s to who may make the call %s where it leads", (button, call, view, address) => {
    showHead({ paths: [call], menu: { [own]: [call], [view]: [call] } });
    expect(shownButtons()).toEqual([[button, address]]);
  });

  it.each(buttons)("shows no %s to who may not make %s, or not where it leads", (_button, call, view) => {
    showHead({ paths: [], menu: { [own]: [call], [view]: [call] } });
    showHead({ paths: [call], menu: { [own]: [call] } });
    expect(shownButtons()).toEqual([]);
  });

  it.each(buttons.filter(([button]) => button === "Edit" || button === "History"))(
    "shows no %s where the device's own view does not offer it",
    (_button, call, view) => {
      showHead({ paths: [call], menu: { [own]: [], [view]: [call] } });
      expect(shownButtons()).toEqual([]);
    },
  );

  it("shows no alarms where none is open", () => {
    showHead({ paths: ["/api/alarm_log/query"], menu: { "/alarms/history": ["/api/alarm_log/query"] } }, { openAlarms: 0 });
    expect(shownButtons()).toEqual([]);
  });

  it.each([
    [false, "Follow", "/api/device_favorites/add"],
    [true, "Unfollow", "/api/device_favorites/cancel"],
  ])("of a device that is followed (%s) has the button %s for who may call %s", (followed, name, call) => {
    const site = openSite();
    showHead({ site, paths: [call], menu: { [own]: [call] } }, { followed });
    expect(shownButtons()).toEqual([[name, null]]);
    fireEvent.click(screen.getByRole("button", { name }));
    expect(site.sent).toEqual([{ path: call, request: { ids: ["d/1"] } }]);
  });

  it("leads to the form of this device", () => {
    const site = openSite();
    const call = "/api/device/put";
    showHead({ site, paths: [call], menu: { [own]: [call], "/devices/edit": [call] } });
    fireEvent.click(screen.getByRole("button", { name: "Edit" }));
    expect(site.went).toEqual(["/devices/edit?id=d%2F1"]);
  });
});
