// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { ScreenEntry } from "#src/app/screens.ts";
import { withoutRoom } from "#src/app/shell/tabOverflow.ts";
import { tabTitles } from "#src/app/shell/tabTitles.ts";
import { useViewLocation } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { type ConsoleSetup, menuItem, openConsole } from "./consoleHarness.tsx";

const paths = ["/home_page", "/monitor", "/a", "/b", "/c", "/pinned", "/nameless", "/chinese"];
const entries: ScreenEntry[] = paths.map((path) => ({ path, load: async () => () => <h1>{path}</h1> }));
const menu = [
  menuItem("/home_page", "首页", "Home"),
  menuItem("/pinned", "固定", "Pinned", { meta: { affix: true } }),
  menuItem("/a", "甲", "Alpha"),
  menuItem("/b", "乙", "Beta"),
  menuItem("/c", "丙", "Gamma"),
  menuItem("/nameless", "", ""),
  menuItem("/chinese", "仅中文", ""),
];

const open = async (at = "/a", setup: Partial<ConsoleSetup> = {}) => {
  const console = openConsole({ at, menu, entries, ...setup });
  await screen.findByRole("heading", { name: at });
  return console;
};
const opened = async (...more: string[]) => {
  const console = await open("/a");
  for (const path of more) await console.go(path);
  return console;
};
const tab = (name: string) => screen.getByRole("tab", { name });
const titles = () => screen.getAllByRole("tab").map((element) => element.textContent);
const active = () => screen.getAllByRole("tab").find((element) => element.getAttribute("aria-selected") === "true")?.textContent;
const menuOf = (name: string) => {
  fireEvent.contextMenu(tab(name));
  return screen.getAllByRole("menuitem").map((element) => element.textContent);
};
const choose = async (name: string, action: string) => {
  menuOf(name);
  await userEvent.click(screen.getByRole("menuitem", { name: action }));
};
const middle = (name: string) => act(async () => void fireEvent(tab(name), new MouseEvent("auxclick", { button: 1, bubbles: true })));

const Named = () => {
  const id = useViewLocation().search.get("id");
  useViewSubject(id === "7" ? "七号泵" : undefined);
  return <h1>/a</h1>;
};

describe("tab bar", () => {
  test("lists each visited view once, and a click goes to its view [S2.142]", async () => {
    const console = await opened("/b", "/a", "/b?id=1");
    expect(titles()).toEqual(["固定", "首页", "甲", "乙"]);
    await userEvent.click(tab("甲"));
    expect(console.address()).toBe("/a");
    await userEvent.click(tab("乙"));
    expect(console.address()).toBe("/b?id=1");
    expect(await screen.findByRole("heading", { name: "/b" })).toBeVisible();
  });

  test("holds the fixed tabs from the start, /monitor with the title of the home page [S2.042] [S2.043]", async () => {
    const console = await open("/b");
    expect(titles()).toEqual(["固定", "首页", "乙"]);
    await userEvent.click(tab("首页"));
    expect(console.address()).toBe("/monitor");
    await choose("乙", "关闭全部");
    expect(titles()).toEqual(["固定", "首页"]);
    expect(menuOf("首页")).not.toContain("关闭");
  });

  test.each(["/home_page", "/monitor"])("has one tab for the home page, at %s the fixed one", async (address) => {
    const console = await opened(address);
    expect([titles(), active(), console.address()]).toEqual([["固定", "首页", "甲"], "首页", address]);
    expect(menuOf("首页")).not.toContain("关闭");
    await userEvent.keyboard("{Escape}");
    await userEvent.click(tab("甲"));
    await userEvent.click(tab("首页"));
    expect([active(), await screen.findByRole("heading", { name: "/monitor" })]).toEqual(["首页", expect.anything()]);
  });

  test("titles are Chinese with zh [S2.146], English otherwise [S2.147], and no-name without [S2.148]", async () => {
    await opened("/chinese", "/nameless");
    expect(titles()).toEqual(["固定", "首页", "甲", "仅中文", "no-name"]);
    await userEvent.click(screen.getByRole("button", { name: /^语言/ }));
    await userEvent.click(screen.getByRole("menuitemradio", { name: "English" }));
    expect(titles()).toEqual(["Pinned", "Home", "Alpha", "no-name", "no-name"]);
  });

  test("names the window after the view", async () => {
    const console = await opened("/b");
    expect(document.title).toBe("乙 - 设备云");
    await console.go("/a");
    expect(document.title).toBe("甲 - 设备云");
  });

  test("names the window after a page drawn alone and after a refusal, in the language, and after the view again", async () => {
    const alone: ScreenEntry = { path: "/large", bare: true, load: async () => () => <h1>/large</h1> };
    const more = { menu: [...menu, menuItem("/large", "大屏", "Large screen")], entries: [...entries, alone] };
    const console = await open("/b", more);
    await console.go("/large");
    await waitFor(() => expect(document.title).toBe("大屏 - 设备云"));
    await console.go("/b");
    await waitFor(() => expect(document.title).toBe("乙 - 设备云"));
    await console.go("/no/such/page");
    expect(document.title).toBe("页面不存在");
    console.unmount();
    const english = openConsole({ at: "/large", language: "en", ...more });
    await waitFor(() => expect(document.title).toBe("Large screen - 设备云"));
    await english.go("/404");
    expect(document.title).toBe("Page not found");
    await english.go("/403");
    expect(document.title).toBe("Not allowed");
  });

  test("says of a fixed tab that it is fixed, beside its title", async () => {
    await open("/a");
    expect(screen.getAllByRole("tab").map((element) => [element.textContent, element.title])).toEqual([
      ["固定", "固定（固定）"],
      ["首页", "首页（固定）"],
      ["甲", "甲"],
    ]);
  });
});

describe("context menu of a tab", () => {
  test("offers six things [S2.149]", async () => {
    await opened("/b", "/c");
    expect(menuOf("乙")).toEqual(["刷新", "关闭", "关闭其他", "关闭左侧", "关闭右侧", "关闭全部"]);
  });

  test("opens by Shift+F10 and by the menu key, moves by arrows, and gives the focus back", async () => {
    await opened("/b");
    for (const keys of ["{Shift>}{F10}{/Shift}", "{ContextMenu}"]) {
      tab("乙").focus();
      await userEvent.keyboard(keys);
      expect(screen.getByRole("menuitem", { name: "刷新" })).toHaveFocus();
      await userEvent.keyboard("{ArrowDown}");
      expect(screen.getByRole("menuitem", { name: "关闭" })).toHaveFocus();
      await userEvent.keyboard("{ArrowUp}{ArrowUp}");
      expect(screen.getByRole("menuitem", { name: "关闭全部" })).toHaveFocus();
      await userEvent.keyboard("{Escape}");
      expect(screen.queryByRole("menu")).toBeNull();
      expect(tab("乙")).toHaveFocus();
    }
  });

  test("offers no close on fixed tabs [S2.152], no left on the first [S2.155], no right on the last [S2.157]", async () => {
    await opened("/b");
    expect(menuOf("固定")).toEqual(["刷新", "关闭其他", "关闭右侧", "关闭全部"]);
    expect(menuOf("乙")).toEqual(["刷新", "关闭", "关闭其他", "关闭左侧", "关闭全部"]);
  });

  test("closes the current one [S2.151], and the active view stays when it is another [S2.163]", async () => {
    const console = await opened("/b", "/c");
    await choose("甲", "关闭");
    expect(titles()).toEqual(["固定", "首页", "乙", "丙"]);
    expect(console.address()).toBe("/c");
  });

  test("closes the others, the left and the right ones, all", async () => {
    const console = await opened("/b", "/c");
    await choose("乙", "关闭左侧");
    expect(titles()).toEqual(["固定", "首页", "乙", "丙"]);
    await choose("乙", "关闭右侧");
    expect(titles()).toEqual(["固定", "首页", "乙"]);
    expect(console.address()).toBe("/b");
    await console.go("/a");
    await choose("乙", "关闭其他");
    expect(titles()).toEqual(["固定", "首页", "乙"]);
    expect(console.address()).toBe("/b");
    await choose("固定", "关闭全部");
    expect(titles()).toEqual(["固定", "首页"]);
    expect(console.address()).toBe("/monitor");
  });
});

describe("closing", () => {
  test("after the active tab, the last remaining one is shown [S2.161]", async () => {
    const console = await opened("/b", "/c?id=3", "/a");
    await choose("甲", "关闭");
    expect(active()).toBe("丙");
    expect(console.address()).toBe("/c?id=3");
  });

  test("with no tab remaining the console goes to the start [S2.162]", async () => {
    const alone = { menu: menu.filter((item) => !item.meta.affix), entries: entries.filter(({ path }) => path !== "/monitor") };
    const console = await open("/a", alone);
    await choose("甲", "关闭");
    expect(await screen.findByRole("tab", { name: "首页" })).toBeVisible();
    expect(console.address()).toBe("/home_page");
    expect(titles()).toEqual(["首页"]);
    await choose("首页", "关闭");
    expect(await screen.findByRole("tab", { name: "首页" })).toBeVisible();
    expect(console.address()).toBe("/home_page");
    expect(titles()).toEqual(["首页"]);
  });

  test("a middle click closes what is not fixed [S2.159] and does nothing on a fixed tab [S2.160]", async () => {
    await opened("/b");
    await middle("甲");
    await middle("固定");
    expect(titles()).toEqual(["固定", "首页", "乙"]);
  });

  test("the cross closes, and fixed tabs have none", async () => {
    await opened("/b");
    const cross = tab("甲").querySelector("[data-close]");
    expect(tab("固定").querySelector("[data-close]")).toBeNull();
    if (cross) await userEvent.click(cross);
    expect(titles()).toEqual(["固定", "首页", "乙"]);
  });

  test("Delete closes, arrows move, and one tab is in the order of the Tab key", async () => {
    await opened("/b", "/c");
    expect(screen.getAllByRole("tab").filter((element) => element.tabIndex === 0)).toEqual([tab("丙")]);
    tab("丙").focus();
    await userEvent.keyboard("{ArrowLeft}");
    expect(tab("乙")).toHaveFocus();
    await userEvent.keyboard("{Delete}");
    expect(titles()).toEqual(["固定", "首页", "甲", "丙"]);
    expect(tab("丙")).toHaveFocus();
    await userEvent.keyboard("{ArrowRight}");
    expect(tab("固定")).toHaveFocus();
    await userEvent.keyboard("{Delete}{End}");
    expect(titles()).toContain("固定");
    expect(tab("丙")).toHaveFocus();
  });
});

describe("users", () => {
  test("another user does not get the former user's tabs", async () => {
    const first = await opened("/b");
    first.unmount();
    await open("/c", { me: { id: "u2" }, store: first.store });
    expect(within(screen.getByRole("tablist")).queryByText("乙")).toBeNull();
    expect(titles()).toEqual(["固定", "首页", "丙"]);
  });
});

describe("titles of tabs", () => {
  const tab = (path: string, name: string, nameEn: string) => ({ path, search: "", name, nameEn });
  const tree = [
    menuItem("/stations", "站点", "Stations", { children: [menuItem("/stations/log", "日志", "Log")] }),
    menuItem("/system", "系统", "System", { children: [menuItem("/system/log", "日志", "Log"), menuItem("/system/log2", "日志", "Log")] }),
  ];

  test("tell two of one name apart by the group in the menu, and two of one group by their address", () => {
    const logs = [tab("/stations/log", "日志", "Log"), tab("/system/log", "日志", "Log"), tab("/a", "甲", "Alpha")];
    expect([...tabTitles({ tabs: logs, subjects: {}, titles: {} }, tree, "zh").values()]).toEqual(["日志 · 站点", "日志 · 系统", "甲"]);
    const both = [tab("/system/log", "日志", "Log"), tab("/system/log2", "日志", "Log")];
    expect([...tabTitles({ tabs: both, subjects: {}, titles: {} }, tree, "en").values()]).toEqual([
      "Log · System · /system/log",
      "Log · System · /system/log2",
    ]);
  });

  test("begin with the record that is shown, which tells them apart already", () => {
    const logs = [tab("/stations/log", "日志", "Log"), tab("/system/log", "日志", "Log")];
    const titles = tabTitles({ tabs: logs, subjects: { "/system/log": "一号泵" }, titles: {} }, tree, "zh");
    expect([...titles.values()]).toEqual(["日志", "一号泵 · 日志"]);
  });

  test("are what a view called itself, for as long as the tab leads there and in that language alone", () => {
    const search = "?id=a+b";
    const tabs = [{ ...tab("/a", "甲编辑", "Alpha editor"), search }];
    const named = (title: { language: "zh" | "en"; search: string; title: string }, language: "zh" | "en") =>
      tabTitles({ tabs, subjects: { "/a": "七号" }, titles: { "/a": title } }, [], language).get("/a");
    const title = { language: "zh", search: "id=a+b", title: "编辑甲\u202e七号" } as const;
    expect(named(title, "zh")).toBe("编辑甲\\u202E七号");
    expect(named({ ...title, search: "id=8" }, "zh")).toBe("七号 · 甲编辑");
    expect(named(title, "en")).toBe("七号 · Alpha editor");
  });

  test("and of the window follow the record that the view shows, and forget it when another one comes", async () => {
    const named = entries.map((entry) => (entry.path === "/a" ? { ...entry, load: async () => Named } : entry));
    const console = await open("/a", { entries: named });
    await console.go("/a?id=7");
    await waitFor(() => expect(titles()).toEqual(["固定", "首页", "七号泵 · 甲"]));
    expect(document.title).toBe("七号泵 · 甲 - 设备云");
    await console.go("/b");
    expect(titles()).toEqual(["固定", "首页", "七号泵 · 甲", "乙"]);
    await console.go("/a?id=8");
    await waitFor(() => expect(titles()).toEqual(["固定", "首页", "甲", "乙"]));
  });
});

describe("tabs without room", () => {
  const box = (path: string, width = 100, affix = false) => ({ path, width, affix });

  test("are none while all fit, and never the fixed and the active one", () => {
    expect(withoutRoom([box("/a"), box("/b")], "/a", 200)).toEqual([]);
    expect(withoutRoom([box("/home", 100, true), box("/a"), box("/b"), box("/c")], "/c", 360)).toEqual(["/b"]);
    expect(withoutRoom([box("/home", 100, true), box("/a"), box("/b"), box("/c")], "/c", 120)).toEqual(["/a", "/b"]);
  });

  test("are those from the first that does not fit on, so that their order stays", () => {
    expect(withoutRoom([box("/a", 100), box("/b", 200), box("/c", 50), box("/d", 100)], "/a", 320)).toEqual(["/b", "/c", "/d"]);
  });
});
