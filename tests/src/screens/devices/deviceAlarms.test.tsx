// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import type { AlarmRow } from "#contract/resources/alarm.ts";
import { DeviceAlarms } from "#src/screens/devices/deviceAlarms.tsx";
import { toldOnce } from "#tests/src/screens/plainRule.ts";
import { openSite, show } from "#tests/src/screens/screenSite.tsx";

const over: AlarmRow = {
  ...toldOnce,
  ...{ id: "a1", deviceId: "d1", deviceName: "North pump", deviceSn: "NP-0001", companyName: "Hebei Water", slave: 3 },
  ...{
    slaveName: "Inverter",
    ruleId: "r1",
    ruleName: "Too hot",
    pointId: null,
    pointName: "温度",
    pointNameEn: "Temperature",
    level: 2,
    state: 1,
  },
  ...{ triggerText: "Temperature above 80", value: 81.26, valueLabel: "", decimals: 1, unit: "°C" },
  ...{ raisedAt: "2026-11-01T01:02:03Z", releasedAt: "2026-11-01T02:03:04Z", processedAt: "2026-11-01T03:04:05Z" },
  ...{ typeName: "", typeNameEn: "", silent: false, maskedBy: null },
  ...{ processor: "Li Na", remark: "valve opened", repeats: 4, repeatedAt: "2026-11-01T01:32:03Z" },
};
const open: AlarmRow = {
  ...{ ...over, id: "a2", level: 3, state: 0, triggerText: "Pressure below 2", repeats: 0 },
  ...{ raisedAt: "2026-11-02T04:05:06Z", releasedAt: null, processedAt: null, repeatedAt: null },
};

const said: [Language, string[][]][] = [
  [
    "zh",
    [
      ["重要", "Temperature above 80", "重复触发 4 次", "已解除", "已处理", "2026-11-01 01:02:03"],
      ["紧急", "Pressure below 2", "未解除", "未处理", "2026-11-02 04:05:06"],
    ],
  ],
  [
    "en",
    [
      ["Major", "Temperature above 80", "Raised again 4 times", "Cleared", "Handled", "2026-11-01 01:02:03"],
      ["Emergency", "Pressure below 2", "Active", "Unhandled", "2026-11-02 04:05:06"],
    ],
  ],
];

describe("the alarms of a device", () => {
  it.each(said)("say what was raised and when, and what became of it: %s", async (language, entries) => {
    const site = openSite(() => ({ data: { list: [over, open], total: 2, pageNo: 1, pageSize: 10 } }));
    const get = "/api/alarm_log/get";
    show(<DeviceAlarms deviceId="d1" />, { site, language, paths: [get], menu: { "/alarms/history": [get] } });
    const items = await screen.findAllByRole("listitem");
    expect(items.map(({ children }) => [...children].map(({ textContent }) => textContent))).toEqual(entries);
    const leads = items.map((item) => item.querySelector("a")?.getAttribute("href"));
    expect(leads).toEqual(["a1", "a2"].map((id) => `#/alarms/history?deviceId=d1&record=${id}`));
    expect(site.sent).toEqual([{ path: "/api/alarm_log/query", request: { deviceId: "d1", pageSize: 10 } }]);
  });
});
