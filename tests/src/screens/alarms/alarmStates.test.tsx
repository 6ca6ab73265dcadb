// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { AlarmRow } from "#contract/resources/alarm.ts";
import { AlarmHistoryScreen } from "#src/screens/alarms/alarmHistoryScreen.tsx";
import { intlOf } from "#tests/src/inView.tsx";
import { showPage } from "#tests/src/pageSite.tsx";
import { toldOnce } from "#tests/src/screens/plainRule.ts";
import { standsIn } from "#tests/src/screens/standsIn.ts";

const recordOf = (state: number): object => {
  const processed = { processedAt: "2026-11-01T03:04:05Z", processor: "Li Na", remark: `result ${state}` };
  const row: Omit<AlarmRow, "state"> = {
    ...toldOnce,
    ...{ id: `a${state}`, deviceId: "d1", deviceName: "North pump", deviceSn: "NP-0001", companyName: "Hebei Water", slave: 3 },
    ...{ slaveName: "Inverter", ruleId: "r1", ruleName: "Too hot", typeName: "", typeNameEn: "", pointName: "温度", pointNameEn: "" },
    pointId: null,
    ...{ level: 2, triggerText: `content ${state}`, value: 81, valueLabel: "", decimals: 1, unit: "°C", raisedAt: "2026-11-01T01:02:03Z" },
    ...{ releasedAt: null, repeats: 0, repeatedAt: null, silent: false, maskedBy: null },
    ...(state === 0 ? { processedAt: null, processor: "", remark: "" } : processed),
  };
  return { ...row, state };
};

describe.each([
  ["zh", "未处理", "已处理", "误报"],
  ["en", "Unhandled", "Handled", "False alarm"],
] as const)("an alarm in the history, %s", (language, fresh, handled, wrong) => {
  it.each([
    ["0 is shown as new [S4.018]", 0, fresh],
    ["1 is shown as handled, with its remark as the result [S4.019]", 1, handled],
    ["2 is shown as a false alarm [S4.020]", 2, wrong],
    ["of any other number is shown as a false alarm [S4.020]", 7, wrong],
  ] as const)("whose state %s", async (_, state, word) => {
    const calls = await standsIn("/alarms/history", AlarmHistoryScreen);
    const record = recordOf(state);
    showPage(<AlarmHistoryScreen />, {
      ...{ at: `/alarms/history?record=a${state}`, language, paths: calls, menu: { "/alarms/history": calls } },
      answers: {
        "/api/alarm_log/query": () => ({ data: { list: [record], total: 1, pageNo: 1, pageSize: 20, cursor: null } }),
        "/api/alarm_log/get": () => ({ data: record }),
      },
    });
    const drawer = within(await screen.findByRole("dialog"));
    await drawer.findByText(`content ${state}`);
    expect([fresh, handled, wrong].filter((each) => drawer.queryByText(each))).toEqual([word]);
    expect(drawer.queryByText(`result ${state}`) !== null).toBe(state !== 0);
    const cell = AlarmHistoryScreen.definition.columns.find(({ id }) => id === "state");
    expect(cell?.text(record as AlarmRow, intlOf(language))).toBe(word);
  });
});
