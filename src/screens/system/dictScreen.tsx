import type { z } from "zod";
import { builtinIndustries, dictFields } from "#contract/resources/dict.ts";
import { defineScreen } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { builtinText } from "#src/kit/value/builtinText.ts";
import { dictCalls } from "#store/handles/dict.ts";

type Fields = z.output<typeof dictFields>;
const dash = "–";

/** Dictionaries: what selects offer, and the texts that the product reads by name. */
export const DictScreen = defineScreen({
  id: "dict",
  route: "/system/dict",
  // Every select may ask for entries; this page is for those who may look after them.
  rows: { ...listRows(dictCalls.query), call: dictCalls.get.call },
  rowKey: (row) => row.id,
  rowName: (row) => `${row.name} / ${row.value}`,
  search: "search",
  filters: [{ id: "name", kind: "text" }],
  columns: [
    { id: "name", width: 180, sortable: false, text: (row) => row.name },
    { id: "value", width: 200, sortable: false, text: (row) => row.value },
    { id: "remark", width: 320, sortable: false, text: (row, intl) => builtinText(builtinIndustries, row.id, row.remark, intl) || dash },
    {
      id: "priority",
      width: 90,
      align: "end",
      sortable: false,
      number: (row) => row.priority,
      text: (row, intl) => intl.formatNumber(row.priority),
    },
  ],
  form: {
    schema: dictFields,
    fields: [
      { kind: "text", name: "name", help: true },
      { kind: "text", name: "value" },
      { kind: "textarea", name: "remark" },
      { kind: "number", name: "priority", help: true },
    ],
    blank: () => ({ name: "", value: "", remark: "", priority: 0 }),
    valuesOf: ({ name, value, remark, priority }) => ({ name, value, remark, priority }),
    versionOf: (row) => row.version,
    add: writes(dictCalls.post, (values: Fields) => values),
    edit: savesOver(dictCalls.put),
  },
  remove: {
    ...removesByIds(dictCalls.delete),
    removable: (row) => !row.builtin,
  },
});
