// @vitest-environment jsdom
import { expect, it } from "vitest";
import type { RuleRow } from "#contract/resources/alarm.ts";
import type { BulkAction } from "#src/kit/screen/useBulkActions.ts";
import { useBulkActions } from "#src/kit/screen/useBulkActions.ts";
import { useTools } from "#src/kit/screen/useTools.ts";
import { RuleListScreen } from "#src/screens/alarms/ruleListScreen.tsx";
import { showPage } from "./pageSite.tsx";

const path = "/api/alarm_trigger/open_or_close";
const rule = (id: string, enabled: boolean) => ({ id, enabled, name: id }) as RuleRow;

let actions: readonly BulkAction<RuleRow>[] = [];

/** Hands out what can be done with ticked rules. */
function Page() {
  const tools = { ...useTools(), edit: () => undefined, refetch: async () => undefined };
  actions = useBulkActions(RuleListScreen.definition, tools, async () => false);
  return null;
}

const open = () => {
  const page = showPage(<Page />, { at: "/alarms/triggerslist", paths: [path], menu: { "/alarms/triggerslist": [path] } });
  const run = (name: string, rows: readonly RuleRow[]) => actions.find(({ id }) => id === name)?.run(rows);
  return { ...page, run };
};

it.each([
  ["disableMany", false],
  ["enableMany", true],
])("%s of rules that are all so already asks and sends nothing, and says why", async (name, enabled) => {
  const { run, sent, said, asked } = open();
  expect(await run(name, [rule("a", enabled), rule("b", enabled)])).toBe(false);
  expect({ sent, said, asked }).toEqual({
    sent: [],
    said: ["Nothing to change: the selected records already have this status"],
    asked: [],
  });
});

it("asks about and sends only those that change", async () => {
  const { run, sent, said, asked } = open();
  expect(await run("disableMany", [rule("a", true), rule("b", false)])).toBe(true);
  expect({ sent, said, asked }).toEqual({
    sent: [{ path, request: { id: "a", enabled: false } }],
    said: ["Disabled"],
    asked: ["Disable 1 alarm rule? No alarms are raised meanwhile."],
  });
});
