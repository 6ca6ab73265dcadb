import type { z } from "zod";
import { limits } from "#contract/limits.ts";
import { type SampleUserRow, sampleUserFields } from "#contract/resources/sample.ts";
import { defineScreen } from "#src/kit/screen/defineScreen.tsx";
import { rowsFrom, writes } from "#src/kit/screen/rowsSource.ts";
import { sampleCalls } from "#store/handles/sample.ts";

type Fields = z.output<typeof sampleUserFields>;
interface Edit {
  values: Fields;
  row: SampleUserRow;
  version: number | undefined;
}

const id = "sample.users";
const dash = "–";

export const SampleUsersScreen = defineScreen({
  id,
  route: "/sample/users",
  rows: rowsFrom(sampleCalls.listpage, {
    toRequest: ({ pageNo, pageSize, sort, filters }) => ({
      page: pageNo,
      pageSize,
      name: filters.name,
      sortField: sort?.field,
      sortOrder: sort?.order,
    }),
    fromAnswer: ({ users, totalCount }, { pageNo, pageSize }) => ({
      rows: users,
      total: totalCount,
      pageNo: Math.min(pageNo, Math.max(1, Math.ceil(totalCount / pageSize))),
      pageSize,
    }),
  }),
  rowKey: (row) => row.id,
  rowName: (row) => row.name,
  pageSize: limits.page.demo,
  search: "name",
  columns: [
    { id: "name", width: 140, text: (row) => row.name },
    { id: "sex", width: 80, text: (row, intl) => intl.formatMessage({ id: `${id}.option.sex.${row.sex}` }) },
    { id: "age", width: 80, align: "end", number: (row) => row.age, text: (row, intl) => intl.formatNumber(row.age) },
    { id: "birth", width: 120, text: (row) => row.birth || dash },
    { id: "addr", width: 320, text: (row) => row.addr || dash },
  ],
  form: {
    schema: sampleUserFields,
    confirm: true,
    fields: [
      { kind: "text", name: "name" },
      { kind: "radio", name: "sex", values: [1, 0] },
      { kind: "number", name: "age" },
      { kind: "date", name: "birth" },
      { kind: "textarea", name: "addr", lines: 2 },
    ],
    blank: () => ({ name: "", sex: 1, age: undefined, birth: "", addr: "" }),
    valuesOf: ({ name, sex, age, birth, addr }) => ({ name, sex, age, birth, addr }),
    versionOf: (row) => row.version,
    add: writes(sampleCalls.add, (values: Fields) => values),
    edit: writes(sampleCalls.edit, ({ values, row, version }: Edit) => ({ ...values, id: row.id, version })),
  },
  remove: {
    one: writes(sampleCalls.remove, (row: SampleUserRow) => ({ id: row.id })),
    many: writes(sampleCalls.batchremove, (rows: readonly SampleUserRow[]) => ({ ids: rows.map((row) => row.id).join(",") })),
  },
});
