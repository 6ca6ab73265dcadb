// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { loadedFrom } from "#src/kit/screen/recordEditing.ts";
import { definitionOf, tables } from "./everyTable.ts";
import { openSite } from "./screenSite.tsx";

const forms = tables.flatMap(([id, table]) => {
  const { form } = definitionOf(table);
  return form && table.form ? [[id, form, table.form, table.row] as const] : [];
});

const sentIn = ({ sent }: ReturnType<typeof openSite>): object => Object.fromEntries(sent.map(({ path, request }) => [path, request]));

describe("a screen's form", () => {
  it("is in the table of each screen that has one", () => {
    const without = tables.filter(([, table]) => (definitionOf(table).form === undefined) !== (table.form === undefined));
    expect(without.map(([id]) => id)).toEqual([]);
  });

  it.each(forms)("%s begins a new record as the table says", (_id, form, { blank }) => {
    expect(form.blank()).toEqual(blank);
  });

  it.each(forms)("%s begins with what the row says, and its version", (_id, form, { loaded }, row) => {
    expect(loadedFrom(form, row)).toEqual(loaded);
  });

  it.each(forms)("%s sends a new record as it was filled in", async (_id, form, { adds }) => {
    const site = openSite();
    await form.add?.send(site.store.dispatch, adds.given as never);
    expect(sentIn(site)).toEqual(adds.sends);
  });

  it.each(forms)("%s saves over the version that was opened", async (_id, form, { loaded, edits }, row) => {
    const site = openSite();
    await form.edit?.send(site.store.dispatch, { values: loaded.values as never, row, version: 9 });
    expect(sentIn(site)).toEqual(edits);
  });
});
