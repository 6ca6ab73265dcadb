// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { BulkBar } from "#src/kit/screen/bulkBar.tsx";
import type { RowsSource } from "#src/kit/screen/rowsSource.ts";
import type { Matching } from "#src/kit/screen/screenDefinition.ts";
import { usePickedRows } from "#src/kit/screen/usePickedRows.ts";
import { changeRequest } from "#src/screens/devices/changeMany.ts";
import { ChangeManyDrawer } from "#src/screens/devices/changeManyDrawer.tsx";
import { showPage } from "#tests/src/pageSite.tsx";

const path = "/api/device_change/post";
const types = {
  list: [{ id: "t9", name: "Valve", nameEn: "Valve" }],
  ...{ total: 1, pageNo: 1, pageSize: 1000 },
};

const openDrawer = (answer: () => { data?: unknown; error?: unknown } = () => ({ data: { id: "job" } })) => {
  const told: string[] = [];
  const page = showPage(
    <ChangeManyDrawer
      kind="type"
      chosen={{ filters: { presence: "offline", search: "pump", unknown: "x" }, count: 1204 }}
      onRefused={() => told.push("refused")}
      onBegun={() => told.push("begun")}
      onClose={() => told.push("closed")}
    />,
    {
      ...{ at: "/devices/list", paths: ["/api/device_type/query"], menu: { "/devices/list": ["/api/device_type/query"] } },
      answers: { "/api/device_type/query": () => ({ data: types }), [path]: answer as never },
    },
  );
  const choose = async () => {
    await screen.findByRole("option", { name: "Valve" });
    fireEvent.change(screen.getByRole("combobox"), {
      target: { value: screen.getByRole<HTMLOptionElement>("option", { name: "Valve" }).value },
    });
    fireEvent.click(screen.getByRole("button", { name: "Change type" }));
  };
  return { ...page, told, choose };
};

it("a change of a whole filter names how many devices there are, and is asked with the filter and that number [S7.052]", async () => {
  const { sent, told, choose } = openDrawer();
  expect(await screen.findByText("Change the type of 1,204 devices")).toBeVisible();
  await choose();
  await waitFor(() => expect(told).toEqual(["begun"]));
  expect(sent.filter((one) => one.path === path).map(({ request }) => request)).toEqual([
    { filter: { presence: "offline", search: "pump" }, count: 1204, action: { kind: "type", typeId: "t9" } },
  ]);
});

it("a change that was refused keeps what was chosen, and has the list counted anew", async () => {
  const error = { code: 1410, message: "1206 devices match now", data: null };
  const { told, choose } = openDrawer(() => ({ error }));
  await choose();
  await waitFor(() => expect(told).toEqual(["refused"]));
  expect(screen.getByText("Change the type of 1,204 devices")).toBeVisible();
});

it("a value to be sent is asked for anew where another point is chosen", async () => {
  const calls = ["/api/device_data_recipe/query", "/api/device_data_recipe/list_body"];
  const page = (...list: object[]) => ({ data: { list, total: list.length, pageNo: 1, pageSize: 1000 } });
  const point = { recipeId: "r1", nameEn: "", writable: true, enumeration: [], valueType: "int16", unit: "", min: null, max: null };
  showPage(
    <ChangeManyDrawer
      kind="command"
      chosen={{ ids: ["a", "b"] }}
      onRefused={() => undefined}
      onBegun={() => undefined}
      onClose={() => undefined}
    />,
    {
      ...{ at: "/devices/list", paths: calls, menu: { "/devices/list": calls } },
      answers: {
        "/api/device_data_recipe/query": () => page({ id: "r1", name: "Pumps" }),
        "/api/device_data_recipe/list_body": () =>
          page({ ...point, id: "p1", name: "Speed", address: "1" }, { ...point, id: "p2", name: "Level", address: "2" }),
      },
    },
  );
  const choose = async (label: RegExp, option: string) => {
    const { value } = await screen.findByRole<HTMLOptionElement>("option", { name: option });
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  };
  const value = () => screen.getByLabelText(/^Value/) as HTMLInputElement;
  await choose(/^Data template/, "Pumps");
  await choose(/^Data point/, "Speed (1)");
  await waitFor(() => expect(value().disabled).toBe(false));
  fireEvent.change(value(), { target: { value: "12" } });
  expect(value().value).toBe("12");
  await choose(/^Data point/, "Level (2)");
  await waitFor(() => expect(value().value).toBe(""));
});

it("a change of ticked devices names them", () => {
  expect(changeRequest({ ids: ["a", "b"] }, { kind: "delete" })).toEqual({ ids: ["a", "b"], action: { kind: "delete" } });
});

interface Row {
  id: string;
}
const rows: readonly Row[] = [{ id: "a" }, { id: "b" }];
const keyOf = ({ id }: Row): string => id;
const state = { pageNo: 1, pageSize: 20, sort: undefined, filters: { presence: "offline" } };
let collected = 0;
const source = {
  async collect() {
    collected += 1;
    return { rows };
  },
} as unknown as RowsSource<Row>;
let done: unknown[] = [];

function List({ total }: { total: number }) {
  const picked = usePickedRows(source, rows, keyOf, state);
  const whole = async (matching: Matching) => {
    done.push(matching);
    return true;
  };
  return (
    <>
      <button type="button" onClick={() => picked.onSelection(new Set(["a", "b"]))}>
        tick
      </button>
      {picked.some && (
        <BulkBar
          counts={picked.counts}
          scope={picked.scope}
          total={total}
          busy={picked.busy}
          actions={[
            {
              ...{ id: "whole", label: "Whole", icon: "edit", takesAll: true },
              run: () =>
                void picked.run(
                  "whole",
                  async (covered) => done.push(covered) > 0,
                  () => whole({ filters: state.filters, count: total }),
                ),
            },
            { id: "rows", label: "Rows", icon: "edit", run: () => void picked.run("rows", async (covered) => done.push(covered) > 0) },
          ]}
          onScope={picked.setScope}
          onClear={picked.clear}
        />
      )}
    </>
  );
}

const bar = () => within(screen.getByRole("toolbar"));
const press = (name: string) => fireEvent.click(bar().getByRole("button", { name }));
const tickAll = (total: number) => {
  [done, collected] = [[], 0];
  showPage(<List total={total} />);
  fireEvent.click(screen.getByText("tick"));
};

it("what is ticked is changed alone, until all that match are asked for; these are not fetched where an action takes the filter [S7.052]", async () => {
  tickAll(1204);
  expect(bar().getByRole("status").textContent).toBe("2 selected on this page");
  press("Whole");
  await waitFor(() => expect(done).toEqual([rows]));
  fireEvent.click(screen.getByText("tick"));
  press("Select all 1,204 matching");
  expect(bar().getByRole("status").textContent).toBe("All 1,204 matching selected");
  press("Whole");
  await waitFor(() => expect(done).toEqual([rows, { filters: { presence: "offline" }, count: 1204 }]));
  expect(collected).toBe(0);
  await waitFor(() => expect(screen.queryByRole("toolbar")).toBeNull());
});

it("of more than can be fetched those actions alone are offered that take the filter", () => {
  tickAll(limits.bulk + 5);
  expect(bar().queryByRole("button", { name: "Rows" })).not.toBeNull();
  press("Select all 10,005 matching");
  expect(bar().queryByRole("button", { name: "Rows" })).toBeNull();
  expect(bar().queryByRole("button", { name: "Whole" })).not.toBeNull();
});
