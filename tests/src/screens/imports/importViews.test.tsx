// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { device } from "#contract/resources/device.ts";
import { job } from "#contract/resources/job.ts";
import { type SheetHead, sheetImport } from "#contract/resources/sheetImport.ts";
import { DeviceImportScreen } from "#src/screens/imports/importScreen.tsx";
import { showPage } from "#tests/src/pageSite.tsx";

const { get, query } = sheetImport.calls;
const paths = [device.calls.import.path];
const table: SheetHead = {
  ...{ id: "u1", kind: "devices", fileName: "pumps.xlsx", sheet: "Stock", columns: ["sn", "name"], notices: [], jobId: "" },
  ...{ total: 250, good: 90, same: 10, faulty: 150 },
};
const page = (list: readonly object[]) => (request: object) => ({ data: { list, total: 250, pageSize: 100, pageNo: 1, ...request } });
const taken = { place: 2, record: "NP-1", code: 0, message: "" };
const begun = { id: "j1", kind: "deviceImport", total: 250, done: 250, failed: 150, file: true, message: "", undoable: false };

/** The view with an uploaded table; with a job that is `ran` where it is taken over. */
const showTable = (head: Partial<SheetHead> = {}, ran: () => object = () => ({}), results: readonly object[] = [taken]) => {
  const { sent } = showPage(<DeviceImportScreen />, {
    ...{ at: "/devices/import?table=u1", paths, menu: { "/devices/import": paths } },
    answers: {
      [get.path]: () => ({ data: { ...table, ...head } }),
      [query.path]: page([{ place: 1, line: 2, state: "good", cells: { sn: "NP-1", name: "Pump" }, faults: [] }]),
      [device.calls.import.path]: () => ({ data: { id: "j1" } }),
      [job.calls.query.path]: () => ({ data: { list: [{ ...begun, ...ran() }] } }),
      [job.calls.results.path]: page(results),
    },
  });
  const asked = (path: string) => sent.filter((one) => one.path === path).map(({ request }) => request);
  return { sent, asked };
};
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const endedAt = "2026-01-01T00:00:00.000Z";

describe("the rows of an uploaded table", () => {
  it("are shown from the first page where only those with errors are asked for", async () => {
    const { asked } = showTable();
    await screen.findByText("NP-1");
    await press("Next page");
    await waitFor(() => expect(asked(query.path).at(-1)).toMatchObject({ id: "u1", pageNo: 2 }));
    await press("Only errors (150)");
    await waitFor(() => expect(asked(query.path).at(-1)).toEqual({ id: "u1", faulty: true, pageNo: 1, pageSize: 100 }));
  });

  it("are taken over without those that have errors, and not at all where every one has", async () => {
    const { asked } = showTable();
    await press("Import the 100 good rows");
    await waitFor(() => expect(asked(device.calls.import.path)).toEqual([{ id: "u1", goodOnly: true }]));
  });

  it("are not taken over where every one has errors", async () => {
    showTable({ good: 0, same: 0, faulty: 250 });
    expect(await screen.findByRole("button", { name: "Import the 0 good rows" })).toHaveProperty("disabled", true);
  });
});

describe("what became of the rows of a table", () => {
  it("is shown from the first page where only those not imported are asked for", async () => {
    const { asked } = showTable({ jobId: "j1" }, () => ({ state: "done", endedAt }));
    await screen.findByText("NP-1");
    await press("Next page");
    await waitFor(() => expect(asked(job.calls.results.path).at(-1)).toMatchObject({ id: "j1", pageNo: 2 }));
    await press("Only not imported (150)");
    await waitFor(() => expect(asked(job.calls.results.path).at(-1)).toEqual({ id: "j1", failed: true, pageNo: 1, pageSize: 100 }));
  });

  it("is said to be nothing where the job ended before its first row", async () => {
    showTable({ jobId: "j1" }, () => ({ state: "cancelled", endedAt, done: 0, failed: 0 }), []);
    await screen.findByText("Cancelled");
    await waitFor(() => expect(screen.getByText("No results yet")).toBeTruthy());
  });

  it("is asked for anew until the job has ended, and no more then", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let state: object = { state: "running", endedAt: null, done: 20, failed: 0 };
    const { asked } = showTable({ jobId: "j1" }, () => state);
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const times = () => asked(job.calls.results.path).length;
    await wait(100);
    const first = times();
    await wait(2100);
    expect([first, times() > first]).toEqual([1, true]);
    state = { state: "done", endedAt };
    await wait(2100);
    expect(screen.getByText("Import finished: 100 of 250 rows, not imported: 150")).toBeTruthy();
    const last = times();
    await wait(10_000);
    expect(times()).toBe(last);
  });
});
