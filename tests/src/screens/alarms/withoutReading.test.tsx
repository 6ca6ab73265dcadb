// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { AlarmHistoryScreen } from "#src/screens/alarms/alarmHistoryScreen.tsx";
import { AlarmContactScreen } from "#src/screens/alarms/contactScreen.tsx";
import { AlarmGroupScreen } from "#src/screens/alarms/groupScreen.tsx";
import { RuleListScreen } from "#src/screens/alarms/ruleListScreen.tsx";
import { RuleTemplateScreen } from "#src/screens/alarms/ruleTemplateScreen.tsx";
import { AlarmTypeScreen } from "#src/screens/alarms/typeScreen.tsx";
import { showPage } from "#tests/src/pageSite.tsx";
import { standsIn } from "#tests/src/screens/standsIn.ts";

it.each([
  ["alarm records [S6.015]", AlarmHistoryScreen, "/alarms/history", "/api/alarm_log/query"],
  ["alarm rule templates [S6.016]", RuleTemplateScreen, "/alarms/templates", "/api/alarm_trigger_template/query"],
  ["alarm rules [S6.017]", RuleListScreen, "/alarms/triggerslist", "/api/alarm_trigger/query"],
  ["alarm groups [S6.018]", AlarmGroupScreen, "/alarms/groups", "/api/alarm_group/query"],
  ["alarm types [S6.019]", AlarmTypeScreen, "/alarms/types", "/api/alarm_type/query"],
  ["alarm contacts", AlarmContactScreen, "/alarms/contacts", "/api/alarm_group/query_user"],
] as const)("who may do everything but query %s is told so, asks for none and sees no rows", async (_, Screen, view, call) => {
  const granted = await standsIn(view, Screen);
  expect(granted).toContain(call);
  const calls = granted.filter((path) => path !== call);
  const { sent } = showPage(<Screen />, { at: view, paths: calls, menu: { [view]: calls } });
  await screen.findByText("You do not have permission. Ask your administrator");
  expect([screen.queryByRole("grid"), screen.queryAllByRole("row")]).toEqual([null, []]);
  expect(sent.filter(({ path }) => path === call)).toEqual([]);
});
