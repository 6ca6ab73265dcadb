// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IntlProvider } from "react-intl";
import { afterEach, expect, it, vi } from "vitest";
import { messages } from "#locales/en.ts";
import { Chart } from "#src/kit/chart/chart.tsx";
import { SideDrawer } from "#src/kit/form/sideDrawer.tsx";
import { type Hotkey, useHotkeys, useListedHotkeys } from "#src/kit/keys/hotkeys.ts";
import { Tree, TreeItem } from "#src/kit/tree/tree.tsx";
import { withSystemMode } from "#tests/src/shell/consoleHarness.tsx";

afterEach(cleanup);

const group = "hotkeys.general";
const list = vi.fn();
const fold = vi.fn();
const palette = vi.fn();
const keys: readonly Hotkey[] = [
  { combo: "?", label: "hotkeys.list", group, inDialogs: true, run: list },
  { combo: "b", label: "hotkeys.fold", group, run: fold },
  { combo: "k", label: "hotkeys.palette", group, everywhere: true, run: palette },
];
const actions = { focus: () => undefined, toggle: () => undefined, choose: () => undefined };

function Page({ saves }: { saves: boolean }) {
  useHotkeys(keys);
  return (
    <IntlProvider locale="en" messages={messages}>
      <Tree label="Organisations" actions={actions}>
        <TreeItem id="a" level={1} open={undefined} tabStop line="North" />
      </Tree>
      <SideDrawer title="Pump" saves={saves} steps={{ previous: undefined, next: () => undefined }} onClose={() => undefined}>
        <input aria-label="Name" />
      </SideDrawer>
    </IntlProvider>
  );
}

function Listed({ element }: { element: Element }) {
  return (
    <p data-testid="listed">
      {useListedHotkeys(element)
        .map(({ label }) => messages[label])
        .join(", ")}
    </p>
  );
}

const listedOf = (element: Element): string => {
  const { unmount } = render(<Listed element={element} />);
  const text = screen.getByTestId("listed").textContent ?? "";
  unmount();
  return text;
};

it("lists the keys of a drawer, and of the page only those that work in it", () => {
  render(<Page saves />);
  expect(listedOf(screen.getByLabelText("Name"))).toBe(
    "Save, in a field, Save, anywhere in the form, Close, Previous row, Next row, Show keyboard shortcuts, Search pages, devices, actions",
  );
});

it("lists no saving in a drawer that is only read", () => {
  render(<Page saves={false} />);
  expect(listedOf(screen.getByLabelText("Close"))).toMatch(/^Close, Previous row/);
});

it("lists the keys of a tree before those of the page", () => {
  render(<Page saves />);
  expect(listedOf(screen.getByRole("treeitem", { hidden: true }))).toBe(
    "Move, Expand, or go in, Collapse, or go out, First or last item, Select, Previous row, Next row, Show keyboard shortcuts, Collapse or expand the menu, Search pages, devices, actions",
  );
});

it("lists the keys of a chart that has the focus, and of its numbers the one that leads back", async () => {
  withSystemMode(false);
  const { container } = render(
    <IntlProvider locale="en" messages={messages}>
      <Chart figure={{ data: [], layout: {} }} label="Pressure" />
    </IntlProvider>,
  );
  expect(listedOf(screen.getByLabelText("Zoom in"))).toBe("Zoom in, Zoom out, Show all, Move left or right, Show the numbers");
  expect(listedOf(container)).toBe("");
  await userEvent.click(screen.getByLabelText("Show the numbers"));
  expect(listedOf(screen.getByLabelText("Show the numbers"))).toBe("Show the numbers");
});

it.each([
  ["Close", "?", list, 1],
  ["Name", "?", list, 0],
  ["Close", "b", fold, 0],
  ["Name", "k", palette, 1],
])("with the focus on %s of a drawer, %s runs %o %i times", async (name, key, run, times) => {
  render(<Page saves />);
  run.mockClear();
  screen.getByLabelText(name).focus();
  await userEvent.keyboard(key);
  expect(run).toHaveBeenCalledTimes(times);
});
