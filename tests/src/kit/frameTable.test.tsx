// @vitest-environment jsdom
import { act, useState } from "react";
import { expect, it, vi } from "vitest";
import { type Column, DataTable } from "#src/kit/table/dataTable.tsx";
import { FrameTable } from "#src/kit/table/frameTable.ts";
import { showPage } from "#tests/src/pageSite.tsx";

type Row = { id: string; name: string };

const columns: Column<Row>[] = [
  { id: "id", label: "No.", width: 80, text: ({ id }) => id },
  { id: "name", label: "Name", width: 200, text: ({ name }) => name },
];
const rowKey = ({ id }: Row) => id;
const rows: Row[] = ["pump", "valve", "meter"].map((name, at) => ({ id: String(at), name }));
let give: (of: Row[]) => void = () => undefined;

function Table() {
  const [given, setGiven] = useState(rows);
  give = setGiven;
  return <DataTable label="Devices" {...{ columns, rowKey }} rows={given} />;
}

it("the frame of a table is drawn again where there are more rows, and not where one of them is another", async () => {
  showPage(<Table />);
  const drawn = vi.spyOn(FrameTable.prototype, "render");
  const show = async (of: Row[]) => {
    drawn.mockClear();
    await act(async () => give(of));
    return drawn.mock.calls.length;
  };
  expect(await show(rows.map((row, at) => (at === 1 ? { ...row, name: "gate" } : row)))).toBe(0);
  expect(await show([...rows, { id: "3", name: "gate" }])).toBeGreaterThan(0);
});
