// @vitest-environment jsdom
import { expect, it } from "vitest";
import { z } from "zod";
import { fieldWords, lineField, linesField, numberField, type PlainRow, sharedRecord } from "#contract/kit/plainRecord.ts";
import { paragraph, text } from "#contract/kit/text.ts";
import { messagesOf } from "#contract/recordMessages.ts";
import { loadedFrom } from "#src/kit/screen/recordEditing.ts";
import { recordScreen } from "#src/screens/records/recordScreen.ts";
import { intlOf } from "#tests/src/inView.tsx";

const contact = sharedRecord("contact", {
  noun: { zh: "联系人", en: "alarm contact" },
  fields: {
    name: lineField(text(20), fieldWords.name),
    phone: lineField(z.string().max(20).default(""), { zh: "电话", en: "Phone" }),
    turn: numberField(z.number().int().min(1), { zh: "顺序", en: "Turn" }),
    weight: numberField(z.number().default(7), { zh: "权重", en: "Weight" }),
    remark: linesField(paragraph(100), fieldWords.remark),
  },
  searched: ["name", "phone"],
  sortable: ["turn", "name", "companyName"],
  also: ["get"],
});
const { definition } = recordScreen(contact, { route: "/contacts" });
const row: PlainRow = {
  ...{ id: "c1", version: 4, name: "Li Na", phone: "", turn: 1200, weight: 3, remark: "by night" },
  ...{ companyName: "Hebei Water", changeable: true },
};

it("asks, answers and saves by the calls that follow from the declaration", () => {
  expect(Object.entries(contact.calls).map(([verb, { kind, path }]) => `${verb} ${kind} ${path}`)).toEqual([
    "query read /api/contact/query",
    "post write /api/contact/post",
    "put write /api/contact/put",
    "delete write /api/contact/delete",
    "get read /api/contact/get",
  ]);
  const { query, post, put, get } = contact.calls;
  expect(query.request.parse({ sortField: "turn", companyId: "c", search: "li" })).toMatchObject({
    sortField: "turn",
    companyId: "c",
    search: "li",
  });
  expect(() => query.request.parse({ sortField: "remark" })).toThrow("rule.invalid");
  expect(post.request.parse({ name: "Li Na", turn: 2 })).toEqual({ name: "Li Na", phone: "", turn: 2, weight: 7, remark: "" });
  expect(() => put.request.parse({ name: "Li Na", turn: 0, id: "c1", version: 1 })).toThrow();
  expect(get.response.parse({ ...row, path: "a/" })).toEqual(row);
});

it("shows each field in a column as it is typed, those of an organisation with its name", () => {
  const shown = definition.columns.map(({ id, text: say, number, sortable }) => [
    id,
    say(row, intlOf("en")),
    number?.(row),
    sortable ?? true,
  ]);
  expect(shown).toEqual([
    ["name", "Li Na", undefined, true],
    ["phone", "–", undefined, false],
    ["turn", "1,200", 1200, true],
    ["weight", "3", 3, false],
    ["remark", "by night", undefined, false],
    ["companyName", "Hebei Water", undefined, true],
  ]);
  expect([definition.sort, definition.search, definition.filters?.map(({ id }) => id)]).toEqual([
    { field: "turn", order: "asc" },
    "search",
    ["companyId"],
  ]);
});

it("begins a form with what the schema begins with, and lets nobody change what belongs to an organisation above", () => {
  const { form, remove } = definition;
  expect(form?.fields?.map(({ kind, name }) => `${name} ${kind}`)).toEqual([
    "name text",
    "phone text",
    "turn number",
    "weight number",
    "remark textarea",
  ]);
  expect(form?.blank()).toEqual({ name: "", phone: "", turn: null, weight: 7, remark: "" });
  expect(form && loadedFrom(form, row)).toEqual({
    values: { name: "Li Na", phone: "", turn: 1200, weight: 3, remark: "by night" },
    version: 4,
  });
  for (const may of [form?.editable, remove?.removable]) expect([may?.(row), may?.({ ...row, changeable: false })]).toEqual([true, false]);
});

it("says in both languages what it is about", () => {
  const said = messagesOf(contact);
  expect(Object.entries(said).map(([id, { zh, en }]) => [id, zh, en])).toEqual([
    ["contact.title", "联系人", "Alarm contacts"],
    ["contact.empty", "还没有联系人", "No alarm contacts yet"],
    ["contact.filter.search", "搜索名称、电话", "Search name, phone"],
    ["contact.action.add", "添加联系人", "Add alarm contact"],
    ["contact.action.edit", "编辑联系人", "Edit alarm contact"],
    ["contact.action.remove", "删除联系人", "Delete alarm contact"],
    ["contact.action.removeMany", "删除选中", "Delete selected"],
    ["contact.column.name", "名称", "Name"],
    ["contact.field.name", "名称", "Name"],
    ["contact.column.phone", "电话", "Phone"],
    ["contact.field.phone", "电话", "Phone"],
    ["contact.column.turn", "顺序", "Turn"],
    ["contact.field.turn", "顺序", "Turn"],
    ["contact.column.weight", "权重", "Weight"],
    ["contact.field.weight", "权重", "Weight"],
    ["contact.column.remark", "备注", "Remark"],
    ["contact.field.remark", "备注", "Remark"],
    ["contact.column.companyName", "所属组织", "Organisation"],
    [
      "contact.locked",
      "{count, plural, other {# 个属于其他组织}}",
      "{count, plural, one {# belongs to another organisation} other {# belong to another organisation}}",
    ],
  ]);
});
