// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ScreenEntry } from "#src/app/screens.ts";
import { type ConsoleSetup, menuItem, openConsole } from "./consoleHarness.tsx";

const entry = (path: string, more: Partial<ScreenEntry> = {}): ScreenEntry => ({
  path,
  load: async () => () => (
    <>
      <h1>{path}</h1>
      <input aria-label={`${path} entry`} />
    </>
  ),
  ...more,
});
const entries = [
  ...["/home_page", "/monitor", "/devices/list", "/devices/types", "/alarms/history", "/suggest/report", "/secret"].map((path) =>
    entry(path),
  ),
  entry("/newindex", { bare: true }),
];
const menu = [
  menuItem("/home_page", "首页", "Home", { icon: "home" }),
  menuItem("/devices", "设备", "Devices", {
    children: [
      menuItem("/devices/list", "设备列表", "Device list"),
      menuItem("types", "设备类型", "Device types"),
      menuItem("/devices/deviceDatail", "设备详情", "Device detail", { hidden: true }),
    ],
  }),
  menuItem("/alarms", "报警", "Alarms", { children: [menuItem("/alarms/history", "报警历史", "Alarm history")] }),
  menuItem("/hidden", "藏", "Hidden", { children: [menuItem("/hidden/one", "藏一", "Hidden one", { hidden: true })] }),
  menuItem("/suggest", "工单", "Work orders", {
    children: [
      menuItem("/suggest/report", "报表", "Report"),
      menuItem("/suggest/reply/manager", "回复", "Replies"),
      menuItem("/suggest/bug", "问题", "Problems"),
    ],
  }),
  menuItem("/leaf", "叶", "Leaf", { leaf: true, children: [menuItem("/leaf/one", "叶一", "Leaf one")] }),
  menuItem("/monitor", "监控", "Monitor"),
  menuItem("/user_btn", "用户按钮", "User buttons"),
  menuItem("/newindex", "大屏", "Large screen"),
];
const open = (setup: Partial<ConsoleSetup> = {}) => openConsole({ at: "/home_page", menu, entries, ...setup });
const nav = () => screen.getByRole("navigation");
const names = () =>
  within(nav())
    .getAllByText(/./)
    .map((element) => element.textContent);

describe("left menu", () => {
  test("shows what the server's tree holds and does not hide [S2.137] [S2.041] [S2.120]", () => {
    open();
    const shown = names();
    for (const name of ["首页", "设备", "设备列表", "设备类型", "报警", "报警历史", "叶", "大屏"]) expect(shown).toContain(name);
    for (const name of ["设备详情", "藏", "藏一", "监控", "用户按钮"]) expect(shown).not.toContain(name);
  });

  test("a leaf has no submenu", () => {
    open();
    expect(within(nav()).getByRole("link", { name: "叶" })).toBeInTheDocument();
    expect(names()).not.toContain("叶一");
  });

  test("opens one submenu at a time [S2.138]", async () => {
    open();
    const devices = within(nav()).getByRole("button", { name: "设备" });
    const alarms = within(nav()).getByRole("button", { name: "报警" });
    await userEvent.click(devices);
    expect(devices).toHaveAttribute("aria-expanded", "true");
    await userEvent.click(alarms);
    expect(devices).toHaveAttribute("aria-expanded", "false");
    expect(alarms).toHaveAttribute("aria-expanded", "true");
    await userEvent.click(alarms);
    expect(alarms).toHaveAttribute("aria-expanded", "false");
  });

  test("opens the group of the view that is shown, and marks its entry", async () => {
    open({ at: "/devices/types" });
    expect(within(nav()).getByRole("button", { name: "设备" })).toHaveAttribute("aria-expanded", "true");
    expect(within(nav()).getByRole("link", { name: "设备类型" })).toHaveAttribute("aria-current", "page");
    expect(await screen.findByRole("heading", { name: "/devices/types" })).toBeVisible();
  });

  test("has Chinese names with zh and English ones with en [S2.139]", async () => {
    open();
    await userEvent.click(screen.getByRole("button", { name: /^语言/ }));
    await userEvent.click(screen.getByRole("menuitemradio", { name: "English" }));
    expect(names()).toContain("Device list");
    expect(names()).not.toContain("设备列表");
  });

  test("a repairman has neither reports nor replies [S6.007] [S6.008]", async () => {
    const console = open({ me: { type: 2 } });
    expect(names()).toContain("问题");
    expect(names()).not.toContain("报表");
    expect(names()).not.toContain("回复");
    await console.go("/suggest/report");
    expect(console.address()).toBe("/403");
  });

  test("folds and unfolds by the toggle; folded, groups fly out [S2.132]", async () => {
    const { store } = open();
    await userEvent.click(screen.getByRole("button", { name: "收起菜单" }));
    expect(store.getState().display.collapsed).toBe(true);
    const devices = within(nav()).getByRole("button", { name: "设备" });
    expect(within(nav()).queryByRole("link", { name: "设备列表" })).toBeNull();
    await userEvent.click(devices);
    await userEvent.click(within(nav()).getByRole("link", { name: "设备列表" }));
    expect(await screen.findByRole("heading", { name: "/devices/list" })).toBeVisible();
    expect(within(nav()).queryByRole("link", { name: "设备列表" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "展开菜单" }));
    expect(within(nav()).getByRole("link", { name: "设备列表" })).toBeVisible();
  });

  test("folded, a group opens by the arrow key and closes by Escape", async () => {
    open();
    await userEvent.click(screen.getByRole("button", { name: "收起菜单" }));
    within(nav()).getByRole("button", { name: "设备" }).focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(await within(nav()).findByRole("link", { name: "设备列表" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    expect(within(nav()).queryByRole("link", { name: "设备列表" })).toBeNull();
    expect(within(nav()).getByRole("button", { name: "设备" })).toHaveFocus();
  });
});

describe("the large screen", () => {
  test("is in the menu and opens from there [S2.051]", async () => {
    open();
    await userEvent.click(within(nav()).getByRole("link", { name: "大屏" }));
    expect(await screen.findByRole("heading", { name: "/newindex" })).toBeVisible();
  });
});

describe("header", () => {
  test("the system name leads to the home page [S2.131] [S1.049]", async () => {
    const console = open({ at: "/devices/list" });
    await userEvent.click(screen.getByRole("link", { name: "设备云" }));
    expect(console.address()).toBe("/home_page");
  });

  test("a name of 10 characters gets the narrow logo, one of 9 does not [S9.019]", () => {
    open({ systemName: "九个字的名称不算长" });
    expect(screen.getByRole("link", { name: "九个字的名称不算长" })).not.toHaveClass("gh-brand-narrow");
    open({ systemName: "十个字的名称就要变窄了".slice(0, 10) });
    expect(screen.getByRole("link", { name: "十个字的名称就要变窄" })).toHaveClass("gh-brand-narrow");
  });

  test("has a link to the large screen, which is drawn alone [S2.133]", async () => {
    const console = open();
    await userEvent.click(within(screen.getByRole("banner")).getByRole("link", { name: "大屏" }));
    expect(console.address()).toBe("/newindex");
    expect(await screen.findByRole("heading", { name: "/newindex" })).toBeVisible();
    expect(screen.queryByRole("banner")).toBeNull();
    expect(screen.queryByRole("navigation")).toBeNull();
    expect(screen.queryByRole("tablist")).toBeNull();
  });

  test("shows user, organisation and avatar, with log-out there [S1.046] [S1.047] [S1.048] [S2.134]", async () => {
    const signOut = vi.fn();
    const { container } = open({ signOut, me: { avatar: "/avatar.png" } });
    const account = screen.getByRole("button", { name: /李娜.*华东装备/ });
    expect(account).toHaveTextContent("李娜");
    expect(account).toHaveTextContent("华东装备");
    expect(container.querySelector("img.gh-avatar")).toHaveAttribute("src", "/avatar.png");
    await userEvent.click(account);
    await userEvent.click(screen.getByRole("menuitem", { name: "退出登录" }));
    expect(signOut).toHaveBeenCalledOnce();
  });

  test("a user without a name is unknown", () => {
    open({ me: { userName: "" } });
    expect(screen.getByRole("button", { name: /未知.*华东装备/ })).toBeVisible();
    open({ me: { userName: "" }, language: "en" });
    expect(screen.getByRole("button", { name: /Unknown.*华东装备/ })).toBeVisible();
  });

  test("opens the theme dialog [S2.136]", async () => {
    open();
    await userEvent.click(screen.getByRole("button", { name: "主题设置" }));
    expect(await screen.findByRole("dialog", { name: "主题设置" })).toBeVisible();
  });

  test("turns dark and light", async () => {
    const { store } = open();
    await userEvent.click(screen.getByRole("button", { name: "切换到深色" }));
    expect(store.getState().display.mode).toBe("dark");
    await userEvent.click(screen.getByRole("button", { name: "切换到浅色" }));
    expect(store.getState().display.mode).toBe("light");
  });

  test("the skip link moves the focus to the content and leaves the address", async () => {
    const console = open({ at: "/devices/list" });
    await screen.findByRole("heading", { name: "/devices/list" });
    await userEvent.tab();
    expect(screen.getByRole("button", { name: "跳到内容" })).toHaveFocus();
    await userEvent.keyboard("{Enter}{Tab}");
    expect(screen.getByLabelText("/devices/list entry")).toHaveFocus();
    expect(console.address()).toBe("/devices/list");
  });
});

describe("addresses", () => {
  test("the start leads to the home page [S2.001]", async () => {
    const console = open({ at: "/" });
    expect(await screen.findByRole("heading", { name: "/monitor" })).toBeVisible();
    expect(console.address()).toBe("/home_page");
    expect(screen.getByRole("banner")).toBeVisible();
  });

  test("an unknown path leads to the text of /404 [S2.040] [S2.038]", () => {
    const { container, address } = open({ at: "/no/such/page" });
    expect(address()).toBe("/404");
    expect(container).toHaveTextContent(/^404 page not found$/);
  });

  test.each([
    ["/no/such/page", "/404", "404 page not found", "该地址没有对应的页面"],
    ["/secret", "/403", "403 page not found", "当前账号没有此页面的访问权限，或权限已被收回"],
  ])(
    "whoever is signed in reads of %s inside the console why it is refused, keeps the tabs, and finds the way home",
    async (at, refusal, text, reason) => {
      localStorage.setItem("key", "t");
      const { address, go } = open({ at: "/devices/list" });
      await userEvent.type(await screen.findByLabelText("/devices/list entry"), "kept");
      const tabs = screen.getAllByRole("tab").map((tab) => tab.textContent);
      await go(at);
      expect(address()).toBe(refusal);
      expect(screen.getByText(text)).toBeVisible();
      expect(screen.getByText(reason)).toBeVisible();
      for (const frame of ["banner", "navigation", "tablist"]) expect(screen.getByRole(frame)).toBeVisible();
      expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual(tabs);
      expect(screen.queryByRole("tab", { selected: true })).toBeNull();
      await userEvent.click(screen.getByRole("link", { name: "返回首页" }));
      expect(address()).toBe("/home_page");
      expect(screen.queryByText(text)).toBeNull();
      localStorage.removeItem("key");
    },
  );

  test("a refused address takes nothing from the views that stay alive behind it", async () => {
    localStorage.setItem("key", "t");
    const alive = entries.map((each) => ({ ...each, keepAlive: true }));
    const { go } = open({ at: "/devices/list", entries: alive });
    await userEvent.type(await screen.findByLabelText("/devices/list entry"), "kept");
    await go("/no/such/page");
    await go("/devices/list");
    expect(screen.getByLabelText("/devices/list entry")).toHaveValue("kept");
    localStorage.removeItem("key");
  });

  test("a screen that the menu does not hold leads to the text of /403 [S2.039]", () => {
    const { container, address } = open({ at: "/secret" });
    expect(address()).toBe("/403");
    expect(container).toHaveTextContent(/^403 page not found$/);
  });

  test("a menu item with children, or with the path /, opens inside the home layout; one without children loads the view of its path [S2.124] [S2.125]", async () => {
    const { address, go } = open({ menu: [...menu, menuItem("/", "根", "Root", { children: [menuItem("/secret", "密", "Secret")] })] });
    await userEvent.click(within(nav()).getByRole("button", { name: "报警" }));
    await userEvent.click(within(nav()).getByRole("link", { name: "报警历史" }));
    expect(await screen.findByRole("heading", { name: "/alarms/history" })).toBeVisible();
    await go("/secret");
    expect(await screen.findByRole("heading", { name: "/secret" })).toBeVisible();
    expect(address()).toBe("/secret");
    for (const frame of ["banner", "navigation", "tablist"]) expect(screen.getByRole(frame)).toBeVisible();
  });

  test("a menu item without a screen leads to /404 [S2.126]", async () => {
    const { address, go } = open();
    await userEvent.click(within(nav()).getByRole("link", { name: "叶" }));
    expect(address()).toBe("/404");
    await go("/devices/list");
    expect(await screen.findByRole("heading", { name: "/devices/list" })).toBeVisible();
  });
});
