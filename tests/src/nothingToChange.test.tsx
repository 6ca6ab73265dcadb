// @vitest-environment jsdom
import { expect, it } from "vitest";
import type { RuleRow } from "#contract/resources/alarm.ts";
import type { ScreenDefinition } from "#src/kit/screen/screenDefinition.ts";
import type { BulkAction } from "#src/kit/screen/useBulkActions.ts";
import { useBulkActions } from "#src/kit/screen/useBulkActions.ts";
import { useTools } from "#src/kit/screen/useTools.ts";
import { RuleListScreen } from "#src/screens/alarms/ruleListScreen.tsx";
import { CompanyListScreen } from "#src/screens/company/companyListScreen.tsx";
import { ChildrenScreen } from "#src/screens/user/childrenScreen.tsx";
import { showPage } from "./pageSite.tsx";

const path = "/api/alarm_trigger/open_or_close";
const rule = (id: string, enabled: boolean) => ({ id, enabled, name: id }) as RuleRow;

let actions: readonly BulkAction<RuleRow>[] = [];

/** Hands out what can be done with ticked rules. */
function Page() {
  const tools = { ...useTools(), edit: () => undefined, refetch: async () => undefined };
  actions = useBulkActions(RuleListScreen.definition, tools, { many: async () => false });
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
    said: ["Nothing to change: 2 already have this status"],
    asked: [],
  });
});

let locked: readonly BulkAction<unknown>[] = [];

function LockedPage({ definition }: { definition: ScreenDefinition<unknown> }) {
  const tools = { ...useTools(), edit: () => undefined, refetch: async () => undefined };
  locked = useBulkActions(definition, tools as never, { many: async () => false });
  return null;
}

it.each([
  ["company", CompanyListScreen.definition, "/company/list", { parentId: null }, "is a top organisation"],
  ["user", ChildrenScreen.definition, "/user/children", { modifiable: false }, "cannot be changed by you"],
])("%s: switching many leaves alone what one may not switch by itself, and says so", async (resource, definition, at, lock, why) => {
  const paths = [`/api/${resource}/enable`, `/api/${resource}/disable`];
  const { sent, details } = showPage(<LockedPage definition={definition as never} />, { at, paths, menu: { [at]: paths } });
  const row = (id: string, enabled: boolean, more: object = {}) => ({
    id,
    enabled,
    account: id,
    name: id,
    parentId: "p",
    modifiable: true,
    ...more,
  });
  for (const [name, enabled] of [
    ["enable", false],
    ["disable", true],
  ] as const)
    await locked.find(({ id }) => id === name)?.run([row("a", enabled), row("b", enabled, lock), row("c", !enabled)]);
  expect(sent).toEqual(paths.map((path) => ({ path, request: { ids: ["a"] } })));
  expect(details).toEqual([`1 of 3; 1 ${why}; 1 already has this status\na`]);
});

it("asks about and sends only those that change", async () => {
  const { run, sent, said, asked, details } = open();
  expect(await run("disableMany", [rule("a", true), rule("b", false)])).toBe(true);
  expect({ sent, said, asked, details }).toEqual({
    sent: [{ path, request: { id: "a", enabled: false } }],
    said: ["Disabled"],
    asked: ["Disable 1 alarm rule? No alarms are raised meanwhile."],
    details: ["1 of 2; 1 already has this status\na"],
  });
});
