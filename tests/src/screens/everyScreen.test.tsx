// @vitest-environment jsdom
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { languages } from "#contract/languages.ts";
import type { Language } from "#contract/messages.ts";
import { resources } from "#contract/resources.ts";
import { screens } from "#src/app/screens.ts";
import type { ScreenDefinition, ScreenTools } from "#src/kit/screen/screenDefinition.ts";
import { useRemoval } from "#src/kit/screen/useRemoval.ts";
import { intlOf } from "#tests/src/inView.tsx";
import { definitionOf, readingOf, rowsOf, tables } from "./everyTable.ts";
import { buttonsOf, drawn, openSite, pageWordsOf, type Site, show, toolsOf, wordsOf } from "./screenSite.tsx";
import type { ScreenTable } from "./screenTable.ts";

const textsOf = (table: ScreenTable<unknown>, language: Language): Record<string, string> => ({ ...table.both, ...table[language] });

const columnsOf = (table: ScreenTable<unknown>, language: Language): Record<string, string> =>
  Object.fromEntries(definitionOf(table).columns.map(({ id, text }) => [id, text(table.row, intlOf(language))]));

/** The words of a richer cell; pictures say what is copied of them. */
const cellsOf = (table: ScreenTable<unknown>, language: Language): Record<string, string> =>
  Object.fromEntries(
    definitionOf(table).columns.flatMap(({ id, render }) =>
      render ? [[id, wordsOf(drawn(render(table.row, intlOf(language)), { language }))]] : [],
    ),
  );

interface RemovalProps {
  definition: ScreenDefinition<unknown>;
  tools: ScreenTools<unknown>;
  removal: { current?: ReturnType<typeof useRemoval<unknown, z.ZodObject>> };
}

/** Hands out what a screen's deletions do. */
function Removal({ definition, tools, removal }: RemovalProps) {
  removal.current = useRemoval(definition, tools);
  return null;
}

/** What only reading the rows brings: the table as a file, where no call of its own makes it, and what the table says. */
const readersOf = ({ buttons, ofReaders = [] }: ScreenTable<unknown>): string[] => [
  ...(Object.values(buttons).flat().includes("Export") ? [] : ["Export"]),
  ...ofReaders,
];

/** What a screen's deletions do in a view that is shown. */
const removalIn = (site: Site, definition: ScreenDefinition<unknown>, tools: ScreenTools<unknown>) => {
  const removal: RemovalProps["removal"] = {};
  show(<Removal definition={definition} tools={tools} removal={removal} />, { site });
  return removal;
};

const every = (call: string, table: ScreenTable<unknown>, paths: readonly string[]) => ({
  paths,
  menu: Object.fromEntries([table.definition.route, ...(table.leads ?? [])].map((view) => [view, [call]])),
});

describe("a screen", () => {
  it("has a table here, each of those that are defined", async () => {
    const loaded = await Promise.all(screens.map(({ load }) => load()));
    const defined = loaded.flatMap((screen) => ("definition" in screen ? [(screen.definition as { id: string }).id] : []));
    const ids = tables.map(([id]) => id);
    expect(defined.filter((id) => !ids.includes(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  }, 60_000);

  it.each(tables)("%s says in each column what the table says, in both languages", (_id, table) => {
    for (const language of languages) expect([language, columnsOf(table, language)]).toEqual([language, textsOf(table, language)]);
  });

  it.each(tables)("%s hands on as numbers what its table says, and as text all else", (_id, table) => {
    const numbers = definitionOf(table).columns.flatMap(({ id, number }) => {
      const value = number?.(table.row) ?? null;
      return value === null ? [] : [[id, value]];
    });
    expect(Object.fromEntries(numbers)).toEqual(table.numbers ?? {});
  });

  it.each(tables)("%s says the same in the cells that it draws itself", (_id, table) => {
    for (const language of languages) {
      const cells = cellsOf(table, language);
      const withWords = Object.fromEntries(Object.entries(cells).filter(([, words]) => words !== ""));
      const expected = Object.fromEntries(Object.keys(withWords).map((column) => [column, textsOf(table, language)[column]]));
      expect([language, withWords]).toEqual([language, { ...expected, ...table.cells?.[language] }]);
    }
  });

  it.each(tables)("%s shows no button to who has no right, and none that its menu item does not name", (_id, table) => {
    const calls = Object.keys(table.buttons);
    const rows = rowsOf(table).map(({ row }) => row);
    const named = Object.fromEntries([table.definition.route, ...(table.leads ?? [])].map((view) => [view, calls]));
    const unnamed = Object.fromEntries([table.definition.route, ...(table.leads ?? [])].map((view) => [view, []]));
    const reading = readingOf(table);
    expect(buttonsOf(definitionOf(table), rows, { paths: [reading], menu: named })).toEqual(readersOf(table));
    expect(buttonsOf(definitionOf(table), rows, { paths: [reading, ...calls], menu: unnamed })).toEqual(readersOf(table));
  });

  it.each(tables)("%s says to who may not read it only that", (_id, table) => {
    const calls = Object.keys(table.buttons);
    const menu = Object.fromEntries([table.definition.route, ...(table.leads ?? [])].map((view) => [view, calls]));
    expect(pageWordsOf(definitionOf(table), { paths: calls, menu })).toBe("You do not have permission. Ask your administrator");
  });

  it.each(tables)("%s shows with each right exactly its own buttons", (_id, table) => {
    const rows = rowsOf(table).map(({ row }) => row);
    const found = Object.fromEntries(
      Object.keys(table.buttons).map((call) => [call, buttonsOf(definitionOf(table), rows, every(call, table, [readingOf(table), call]))]),
    );
    const expected = Object.entries(table.buttons).map(([call, buttons]) => [call, [...buttons, ...readersOf(table)].sort()]);
    expect(found).toEqual(Object.fromEntries(expected));
  });

  it.each(tables.filter(([, { leads }]) => leads))("%s hides what leads to a view that the user has not", (_id, table) => {
    const calls = Object.keys(table.buttons);
    const alone = { paths: calls, menu: { [table.definition.route]: calls } };
    const leading = buttonsOf(definitionOf(table), [table.row], alone);
    const hidden = (button: string) => table.leading?.includes(button) ?? /^row edit$|^Add /.test(button);
    expect(leading.filter(hidden)).toEqual([]);
  });
});

describe("an action", () => {
  const deeds = tables.flatMap(([id, table]) =>
    Object.entries(table.deeds ?? {}).map(([name, deed]) => [`${id}: ${name}`, table, name, deed] as const),
  );

  it.each(deeds)("%s sends what it stands for, once, and asks before where it destroys [S5.076]", async (_what, table, name, deed) => {
    const definition = definitionOf(table);
    const run = async (confirmed: boolean) => {
      const site = openSite();
      site.confirmed = confirmed;
      const tools = toolsOf<unknown>(site);
      const removal = removalIn(site, definition, tools);
      const [kind, action = ""] = name.split(" ");
      if (action === "remove") await removal.current?.one(deed.row);
      else if (action === "removeMany") await removal.current?.many([deed.row]);
      else if (kind === "row") await definition.rowActions?.find(({ id }) => id === action)?.run(deed.row, tools);
      else await definition.bulk?.find(({ id }) => id === action)?.run([deed.row], tools, "");
      return {
        sent: Object.fromEntries(site.sent.map(({ path, request }) => [path, request])),
        times: site.sent.length,
        asked: site.asked.length,
      };
    };
    const asked = deed.asks ? 1 : 0;
    expect(await run(true)).toEqual({ sent: deed.sends, times: 1, asked });
    expect(await run(false)).toEqual(deed.asks ? { sent: {}, times: 0, asked } : { sent: deed.sends, times: 1, asked });
  });

  it.each(tables.filter(([, { deeds: done }]) => done?.["bulk removeMany"]))("%s has the number of several typed", async (_id, table) => {
    const site = openSite();
    const removal = removalIn(site, definitionOf(table), toolsOf<unknown>(site));
    await removal.current?.many([table.row, table.row, table.row]);
    await removal.current?.many([table.row]);
    expect(site).toMatchObject({ asked: [{ kind: "deleteMany", typed: "3" }, { kind: "deleteMany" }], sent: [] });
    expect(site.asked[1]).not.toHaveProperty("typed");
  });

  it.each(tables.filter(([, { deeds: done }]) => done?.["row remove"]))("%s asks under the name of what it deletes", async (_id, table) => {
    const site = openSite();
    await removalIn(site, definitionOf(table), toolsOf<unknown>(site)).current?.one(table.row);
    const [asked] = site.asked;
    expect([asked?.kind, asked?.detail?.includes(definitionOf(table).rowName(table.row, intlOf("en")))]).toEqual(["delete", true]);
  });

  it("deleting a device asks under its name and its SN [S2.175]", async () => {
    const [, table] = tables.find(([id]) => id === "devices") ?? [];
    if (!table) throw new Error("no table of devices");
    const site = openSite();
    await removalIn(site, definitionOf(table), toolsOf<unknown>(site)).current?.one(table.row);
    expect(site.asked.map(({ detail }) => detail?.split("\n")[0])).toEqual(["North pump (NP-0001)"]);
  });

  /** Deleting calls that no table has, each with the test that it asks; a device that leaves a group is not deleted, and no page makes the last. */
  const elsewhere = {
    "/api/device_group_member/remove": "",
    "/api/device_company_group/remove_from_group": "",
    "/api/device_data/delete": "tests/src/screens/devices/dataScreen.test.tsx",
    "/api/job/delete": "tests/src/app/jobs.test.tsx",
    "/api/user_temp_data/delete": "",
  };

  it("that deletes stands in a table with its question, or is tried elsewhere, each of them [S5.076]", () => {
    const deleting = resources.flatMap(({ calls }) =>
      Object.entries(calls).flatMap(([verb, { kind, path }]) => (kind === "write" && /delete|remove|^del/i.test(verb) ? [path] : [])),
    );
    const asked = new Set(
      tables.flatMap(([, table]) => Object.values(table.deeds ?? {}).flatMap(({ asks, sends }) => (asks ? Object.keys(sends) : []))),
    );
    expect(deleting.length).toBeGreaterThan(25);
    expect(deleting.filter((path) => !asked.has(path)).sort()).toEqual(Object.keys(elsewhere).sort());
    expect(Object.values(elsewhere).filter((file) => file !== "" && !existsSync(file))).toEqual([]);
  });

  const choosy = tables.filter(([, table]) => definitionOf(table).remove?.many && definitionOf(table).remove?.removable);

  it.each(choosy)("%s: deleting many leaves alone what cannot be deleted by itself, and says so", async (id, table) => {
    const locked = rowsOf(table)
      .map(({ row }) => row)
      .filter((row) => !definitionOf(table).remove?.removable?.(row));
    const site = openSite();
    site.confirmed = true;
    const removal = removalIn(site, definitionOf(table), toolsOf<unknown>(site));
    expect(await removal.current?.many(locked)).toBe(false);
    expect(site).toMatchObject({ asked: [], sent: [] });
    expect(await removal.current?.many([...locked, table.row])).toBe(true);
    const sent = site.sent.map(({ path, request }) => [path, request]);
    expect(Object.fromEntries(sent)).toEqual(table.deeds?.["bulk removeMany"]?.sends);
    const why = intlOf("en").formatMessage({ id: `${id}.locked` }, { count: locked.length });
    expect(site.asked.map(({ detail }) => detail?.split("\n")[0])).toEqual([`1 of ${locked.length + 1}; ${why}`]);
  });

  it("that removes, stops or signs out has its deed in the tables, each of them", () => {
    const destroying = tables.flatMap(([id, table]) =>
      Object.values(table.buttons)
        .flat()
        .filter((button) => /remove|disable/.test(button))
        .filter((button) => !table.deeds?.[button]?.asks && !(id === "alarmRules" && table.deeds?.[button]))
        .map((button) => `${id} ${button}`),
    );
    expect(destroying).toEqual([]);
  });
});
