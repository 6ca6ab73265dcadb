// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { useTableExport } from "#src/kit/screen/useTableExport.ts";
import type { TableColumn } from "#src/kit/table/tableColumn.ts";
import { AlarmHistoryScreen } from "#src/screens/alarms/alarmHistoryScreen.tsx";
import { serverClock } from "#store/serverClock.ts";
import { intlOf } from "#tests/src/inView.tsx";
import { showPage } from "#tests/src/pageSite.tsx";

afterEach(() => {
  vi.doUnmock("#src/kit/screen/tableBlob.ts");
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
  serverClock.assume(0);
});

interface PageProps {
  rows?: readonly { id: string }[];
  columns?: readonly TableColumn<never>[];
}

function Page({ rows = [{ id: "a" }], columns = [{ id: "id", label: "Id", text: ({ id }: { id: string }) => id }] }: PageProps) {
  const save = useTableExport<{ id: string }>({
    title: "Pumps",
    source: {
      async *pages() {
        yield { rows };
      },
    } as never,
    rowKey: ({ id }) => id,
    columns: columns as readonly TableColumn<{ id: string }>[],
    layout: undefined,
    state: { pageNo: 1, pageSize: 20, sort: undefined, filters: {} },
  });
  return (
    <button type="button" onClick={() => void save("csv")}>
      save
    </button>
  );
}

it.each([
  ["does not answer", () => Promise.reject(new TypeError("no network")), "This part could not be loaded: the server does not answer"],
  ["answers", async () => new Response("<html></html>"), "This part could not be loaded"],
])("a file whose maker does not come is told of where the server %s", async (_server, page, words) => {
  // The edge: what the browser does with a file that it cannot fetch.
  vi.doMock("#src/kit/screen/tableBlob.ts", () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  vi.stubGlobal("fetch", page);
  window.stop = () => {};
  const { said } = showPage(<Page />);
  await userEvent.click(screen.getByText("save"));
  await waitFor(() => expect(said).toEqual([words]));
});

it("a file is named after the server's day, whatever the browser's clock says", async () => {
  serverClock.assume(Date.now() - Date.parse("2026-03-04T12:00:00Z"));
  URL.createObjectURL = () => "blob:";
  URL.revokeObjectURL = () => {};
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  showPage(<Page />);
  await userEvent.click(screen.getByText("save"));
  await waitFor(() => expect(names).toEqual(["Pumps 2026-03-04.csv"]));
});

const savedText = async (props: PageProps): Promise<string> => {
  const blobs: Blob[] = [];
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) blobs.push(blob);
    return "blob:";
  };
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  showPage(<Page {...props} />);
  await userEvent.click(screen.getByText("save"));
  await waitFor(() => expect(blobs).toHaveLength(1));
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blobs[0] ?? new Blob());
  });
  return text.replace("\ufeff", "");
};

it("a time in a file carries its offset, a number and its unit are columns of their own, and nothing is an empty cell", async () => {
  const wanted = ["value", "raisedAt", "releasedAt", "processedAt", "remark"];
  const intl = intlOf("en");
  const columns = AlarmHistoryScreen.definition.columns
    .filter(({ id }) => wanted.includes(id))
    .map(({ text, render: _render, file, ...column }) => ({
      ...column,
      label: column.id,
      text: (row: never) => text(row, intl),
      ...(file ? { file: file.map((part) => ({ ...part, label: part.id })) } : {}),
    }));
  const alarm = {
    ...{ valueLabel: "", decimals: 1, unit: "°C", raisedAt: "2026-11-20T08:00:00.000Z", releasedAt: null },
    ...{ processedAt: null, remark: "" },
  };
  const rows = [
    { id: "a", ...alarm, value: -8.7 },
    { id: "b", ...alarm, value: 97, unit: "", releasedAt: "2026-11-20T08:30:00.000Z", remark: "fan" },
    { id: "c", ...alarm, value: "007", unit: "" },
    { id: "d", ...alarm, value: 1, valueLabel: "Open" },
    { id: "e", ...alarm, value: null },
    { id: "f", ...alarm, value: "-18446744073709551615", unit: "kWh" },
  ];
  expect((await savedText({ rows, columns })).split("\r\n")).toEqual([
    "value,unit,raisedAt,releasedAt,processedAt,remark",
    "-8.7,°C,2026-11-20T08:00:00+00:00,Active,,",
    "97,,2026-11-20T08:00:00+00:00,2026-11-20T08:30:00+00:00,,fan",
    "007,,2026-11-20T08:00:00+00:00,Active,,",
    "Open,,2026-11-20T08:00:00+00:00,Active,,",
    ",,2026-11-20T08:00:00+00:00,Active,,",
    "-18446744073709551615,kWh,2026-11-20T08:00:00+00:00,Active,,",
    "",
  ]);
});
