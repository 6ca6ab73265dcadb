// @vitest-environment jsdom
import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import zhGate from "#locales/zh/gate.json";
import type { ScreenEntry } from "#src/app/screens.ts";
import { type SetSearch, useSetSearch, useViewLocation, useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { useUserMenu } from "#src/session/userMenu.ts";
import { menuItem, openConsole } from "./consoleHarness.tsx";

const queried = vi.fn<(path: string) => void>();
const setters = new Map<string, SetSearch>();
const seen: string[] = [];

/** Stands for a screen: it asks for its data when it is mounted, keeps what is typed, and reads its own location. */
function Page() {
  const { path, search, active } = useViewLocation();
  const setSearch = useSetSearch();
  const navigate = useViewNavigate();
  const actions = useUserMenu().index.get(path)?.actionList ?? [];
  const [text, setText] = useState("");
  useEffect(() => queried(path), [path]);
  seen.push(`${path}?${search} ${active ? "active" : "hidden"}`);
  setters.set(path, setSearch);
  const next = (previous: URLSearchParams) => {
    previous.set("page", String(Number(previous.get("page") ?? 1) + 1));
    return previous;
  };
  return (
    <section aria-label={path}>
      <output>{search.toString()}</output>
      <input aria-label={`${path} entry`} value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={() => setSearch(next)}>
        next
      </button>
      <button
        type="button"
        onClick={() => {
          setSearch(next);
          setSearch(next);
        }}
      >
        two on
      </button>
      <button type="button" onClick={() => navigate("/plain?id=9")}>
        plain
      </button>
      <ul>
        {actions.map((action) => (
          <li key={action}>{action}</li>
        ))}
      </ul>
    </section>
  );
}

const page = (path: string, more: Partial<ScreenEntry> = {}): ScreenEntry => ({ path, load: async () => Page, ...more });
let failing = true;
function Fragile() {
  if (failing) throw new Error("no points");
  return <p>mended</p>;
}
const lost = vi.fn(async (): Promise<typeof Page> => {
  if (failing) throw new Error("chunk lost");
  return Page;
});
const entries: ScreenEntry[] = [
  page("/home_page"),
  page("/plain"),
  page("/list", { keepAlive: true }),
  page("/detail", { keepAlive: true }),
  page("/uncached", { keepAlive: true }),
  page("/large", { bare: true }),
  { path: "/fragile", load: async () => Fragile },
  { path: "/lost", load: lost },
];
const menu = [
  menuItem("/list", "列表", "List", { actionList: ["add", "delete"] }),
  menuItem("/detail", "详情", "Detail", { hidden: true }),
  menuItem("/plain", "普通", "Plain"),
  menuItem("/uncached", "不缓存", "Uncached", { noCache: true }),
  menuItem("/large", "大屏", "Large"),
  menuItem("/fragile", "脆弱", "Fragile"),
  menuItem("/lost", "丢失", "Lost"),
];
const open = async (at: string) => {
  const console = openConsole({ at, menu, entries });
  await screen.findByRole("region", { name: at.split("?")[0] ?? "" });
  return console;
};
const entry = (path: string) => screen.getByLabelText(`${path} entry`);
const tab = (name: string) => screen.getByRole("tab", { name });
const region = (path: string) => screen.getByRole("region", { name: path });
const output = (path: string) => region(path).querySelector("output")?.textContent;

beforeEach(() => {
  queried.mockClear();
  seen.length = 0;
  failing = true;
});

describe("views that are kept alive", () => {
  test("have their entries and their query unchanged when one returns by the tab [S2.143] [S2.144]", async () => {
    for (const [path, name] of [
      ["/list", "列表"],
      ["/detail", "详情"],
    ] as const) {
      const console = await open(`${path}?id=1`);
      await userEvent.type(entry(path), "pump");
      await userEvent.click(screen.getByRole("button", { name: "next" }));
      expect(console.address()).toBe(`${path}?id=1&page=2`);
      await console.go("/plain");
      expect(screen.queryByRole("region", { name: path })).toBeNull();
      await userEvent.click(tab(name));
      expect(console.address()).toBe(`${path}?id=1&page=2`);
      expect(entry(path)).toHaveValue("pump");
      console.unmount();
    }
  });

  test("see their own location while they are hidden, and may change it there", async () => {
    const console = await open("/list?page=4");
    await console.go("/plain?id=1");
    expect(seen).not.toContain("/list?id=1 hidden");
    expect(seen).toContain("/list?page=4 hidden");
    act(() => setters.get("/list")?.(new URLSearchParams({ page: "5" })));
    expect(console.address()).toBe("/plain?id=1");
    await userEvent.click(tab("列表"));
    expect(console.address()).toBe("/list?page=5");
    expect(output("/list")).toBe("page=5");
  });

  test("are mounted at their first visit, and anew after their tab was closed", async () => {
    const console = await open("/plain");
    expect(queried).not.toHaveBeenCalledWith("/list");
    await console.go("/list");
    await userEvent.type(entry("/list"), "pump");
    await console.go("/plain");
    fireEvent(tab("列表"), new MouseEvent("auxclick", { button: 1, bubbles: true }));
    await console.go("/list");
    expect(entry("/list")).toHaveValue("");
  });

  test("stay behind a page that is drawn alone", async () => {
    const console = await open("/list");
    await userEvent.type(entry("/list"), "pump");
    await console.go("/large");
    expect(screen.queryByRole("tablist")).toBeNull();
    await console.go("/list");
    expect(entry("/list")).toHaveValue("pump");
  });

  test("are found again with their query by their menu entry", async () => {
    const console = await open("/list?page=4");
    await console.go("/plain");
    await userEvent.click(screen.getByRole("link", { name: "列表" }));
    expect(console.address()).toBe("/list?page=4");
  });
});

describe("views that are not kept", () => {
  test.each([
    ["/uncached", "不缓存"],
    ["/plain", "普通"],
  ])("%s is built anew on each return, entries reset and data queried again [S2.145]", async (path, name) => {
    const console = await open(`${path}?id=1`);
    await userEvent.type(entry(path), "pump");
    await userEvent.click(screen.getByRole("button", { name: "next" }));
    expect(queried).toHaveBeenCalledTimes(1);
    await console.go("/list");
    queried.mockClear();
    await userEvent.click(tab(name));
    expect(console.address()).toBe(`${path}?id=1`);
    expect(entry(path)).toHaveValue("");
    expect(queried).toHaveBeenCalledExactlyOnceWith(path);
  });
});

describe("a view's own query", () => {
  test("two changes in one tick build upon each other and replace the history's entry", async () => {
    const console = await open("/plain?id=1");
    await userEvent.click(screen.getByRole("button", { name: "two on" }));
    expect(console.address()).toBe("/plain?id=1&page=3");
    expect(console.router.state.historyAction).toBe("REPLACE");
  });

  test("going to another view is an entry of the history", async () => {
    const console = await open("/list");
    await userEvent.click(screen.getByRole("button", { name: "plain" }));
    expect(console.address()).toBe("/plain?id=9");
    expect(console.router.state.historyAction).toBe("PUSH");
  });

  test("the menu's actions reach the screen [S2.123]", async () => {
    await open("/list");
    expect([...region("/list").querySelectorAll("li")].map((item) => item.textContent)).toEqual(["add", "delete"]);
  });
});

describe("refresh", () => {
  test("builds the view anew and queries again, also when it was hidden [S2.150]", async () => {
    const console = await open("/list?page=2");
    await userEvent.type(entry("/list"), "pump");
    await console.go("/plain");
    queried.mockClear();
    fireEvent.contextMenu(tab("列表"));
    await userEvent.click(screen.getByRole("menuitem", { name: "刷新" }));
    expect(console.address()).toBe("/list?page=2");
    expect(entry("/list")).toHaveValue("");
    expect(queried).toHaveBeenCalledExactlyOnceWith("/list");
  });
});

describe("failures", () => {
  test("a view that fails says so, leaves the rest alone, and can be tried again", async () => {
    const logged = vi.spyOn(globalThis.console, "error").mockImplementation(() => {});
    const console = await open("/list");
    await console.go("/fragile");
    expect(await screen.findByRole("alert")).toHaveTextContent("no points");
    expect(logged).toHaveBeenCalled();
    await userEvent.click(tab("列表"));
    expect(region("/list")).toBeVisible();
    await userEvent.click(tab("脆弱"));
    failing = false;
    await userEvent.click(screen.getByRole("button", { name: "重试" }));
    expect(await screen.findByText("mended")).toBeVisible();
    logged.mockRestore();
  });

  test("a screen that could not be loaded is loaded again, once for each try", async () => {
    const logged = vi.spyOn(globalThis.console, "error").mockImplementation(() => {});
    const console = await open("/list");
    await console.go("/lost");
    expect(await screen.findByRole("alert")).toHaveTextContent(zhGate["part.offline"]);
    expect(lost).toHaveBeenCalledTimes(1);
    failing = false;
    await userEvent.click(screen.getByRole("button", { name: "重试" }));
    expect(await screen.findByRole("region", { name: "/lost" })).toBeVisible();
    expect(lost).toHaveBeenCalledTimes(2);
    logged.mockRestore();
  });
});
