import { describe, expect, it } from "vitest";
import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, list, sortedPage } from "#contract/kit/page.ts";
import { filterText } from "#contract/kit/text.ts";
import { defineScreen, screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, rowsFrom, writes } from "#src/kit/screen/rowsSource.ts";
import { attach } from "#store/attach.ts";

const valveFields = z.object({ name: z.string(), remark: z.string().default("") });
const newValve = valveFields.extend({ serial: z.string() });
const valve = resource("screen_types_valve", {
  query: read(
    z.object({ ...sortedPage(["name", "age"]), ...companyFilter, search: filterText, open: z.boolean().optional() }),
    list(z.object({ id: z.string(), name: z.string(), remark: z.string(), age: z.number() })),
  ),
  post: write(newValve, z.object({ id: z.string() })),
});
const calls = attach(valve);

/** What every screen below shares. */
const valves = {
  ...{ id: "valves", route: "/valves" },
  rows: listRows(calls.query),
  rowKey: ({ id }: { id: string }) => id,
  rowName: ({ name }: { name: string }) => name,
};

describe("the compiler checks a screen's names", () => {
  it("of the search and the filters, which are fields of the call's request", () => {
    expect(screenOf({ ...valves, columns: [], search: "search", filters: [{ id: "open", kind: "boolean" }] }).search).toBe("search");
    // @ts-expect-error no field of the request
    screenOf({ ...valves, columns: [], search: "serch" });
    // @ts-expect-error no field of the request
    screenOf({ ...valves, columns: [], filters: [{ id: "opn", kind: "boolean" }] });
    // @ts-expect-error a field of the page, and no filter
    screenOf({ ...valves, columns: [], filters: [{ id: "pageSize", kind: "text" }] });
  });

  it("of the columns, each of which the call can be sorted by unless it says otherwise", () => {
    const { columns } = screenOf({
      ...valves,
      columns: [
        { id: "name", text: (row) => row.name },
        { id: "age", text: (row) => String(row.age) },
        { id: "remark", sortable: false, text: (row) => row.remark },
      ],
    });
    expect(columns.map(({ id }) => id)).toEqual(["name", "age", "remark"]);
    screenOf({
      ...valves,
      columns: [
        // @ts-expect-error the call cannot be sorted by it
        { id: "remark", text: (row) => row.remark },
        // @ts-expect-error nor by what there is not, and a row has nothing of this name
        { id: "remrk", text: (row) => row.remrk },
      ],
    });
  });

  it("of the order", () => {
    expect(screenOf({ ...valves, columns: [], sort: { field: "age", order: "desc" } }).sort?.field).toBe("age");
    // @ts-expect-error a column that the call cannot be sorted by
    screenOf({ ...valves, columns: [], sort: { field: "remark", order: "asc" } });
    // @ts-expect-error no field at all
    screenOf({ ...valves, columns: [], sort: { field: "nme", order: "asc" } });
  });

  it("of the form's fields, when a record is edited as when it is added", () => {
    const form = {
      schema: valveFields,
      blank: () => ({}),
      valuesOf: () => ({}),
      add: writes(calls.post, (values: z.output<typeof newValve>) => values),
    };
    const { definition } = defineScreen({
      ...valves,
      columns: [],
      form: {
        ...form,
        fields: [{ kind: "text", name: "remark" }],
        adding: { schema: newValve, fields: [{ kind: "text", name: "serial" }] },
      },
    });
    expect(definition.form?.adding?.fields?.[0]?.name).toBe("serial");
    // @ts-expect-error no field of the schema
    defineScreen({ ...valves, columns: [], form: { ...form, fields: [{ kind: "text", name: "remrk" }] } });
    // @ts-expect-error a field of adding alone
    defineScreen({ ...valves, columns: [], form: { ...form, fields: [{ kind: "text", name: "serial" }] } });
    // @ts-expect-error no field of the schema for adding
    defineScreen({ ...valves, columns: [], form: { ...form, adding: { schema: newValve, fields: [{ kind: "text", name: "serail" }] } } });
  });

  it("of filters that are no field of the request only where the rows say that they read them", () => {
    const asked = {
      toRequest: () => ({}),
      fromAnswer: ({ list: rows, total }: { list: { id: string; name: string }[]; total: number }) => ({
        rows,
        total,
        pageNo: 1,
        pageSize: 1,
      }),
    };
    const rows = rowsFrom(calls.query, { ...asked, filters: ["day"] });
    expect(screenOf({ ...valves, rows, columns: [], filters: [{ id: "day", kind: "date" }] }).filters?.[0]?.id).toBe("day");
    // @ts-expect-error nobody reads it
    screenOf({ ...valves, rows: rowsFrom(calls.query, asked), columns: [], filters: [{ id: "day", kind: "date" }] });
  });

  it("of what an own request is sorted by", () => {
    rowsFrom(calls.query, {
      // @ts-expect-error the call cannot be sorted by it
      toRequest: () => ({ sortField: "remark" }),
      fromAnswer: () => ({ rows: [], total: 0, pageNo: 1, pageSize: 1 }),
    });
    expect(valve.calls.query.request.safeParse({ sortField: "remark" }).success).toBe(false);
  });
});
