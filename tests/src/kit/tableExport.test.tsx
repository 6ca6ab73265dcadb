// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { useTableExport } from "#src/kit/screen/useTableExport.ts";
import { serverClock } from "#store/serverClock.ts";
import { showPage } from "#tests/src/pageSite.tsx";

afterEach(() => {
  vi.doUnmock("#src/kit/screen/tableBlob.ts");
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
  serverClock.assume(0);
});

function Page() {
  const save = useTableExport<{ id: string }>({
    title: "Pumps",
    source: {
      async *pages() {
        yield { rows: [{ id: "a" }] };
      },
    } as never,
    rowKey: ({ id }) => id,
    columns: [{ id: "id", label: "Id", text: ({ id }) => id }],
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
