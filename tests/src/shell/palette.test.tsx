// @vitest-environment jsdom
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { IntlProvider } from "react-intl";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, test } from "vitest";
import { messages } from "#locales/en.ts";
import type { ScreenEntry } from "#src/app/screens.ts";
import { Palette } from "#src/app/shell/palette.tsx";
import { matching, type PaletteSource } from "#src/app/shell/paletteSource.ts";
import { PaletteWaiting } from "#src/app/shell/paletteWaiting.tsx";
import { matches } from "#src/kit/keys/hotkeys.ts";
import { contentId } from "#src/kit/view/content.ts";
import { LanguageContext } from "#src/session/sessionView.ts";
import { menuItem, openConsole } from "./consoleHarness.tsx";

const entries: ScreenEntry[] = ["/home_page", "/devices/list", "/detail"].map((path) => ({
  path,
  load: async () => () => (
    <>
      <h1>{path}</h1>
      <input aria-label="entry" />
    </>
  ),
}));
const menu = [
  menuItem("/devices", "设备", "Devices", { children: [menuItem("/devices/list", "设备列表", "Device list")] }),
  menuItem("/detail", "设备详情", "Device detail", { hidden: true }),
];
const open = async (sources: readonly PaletteSource[] = []) => {
  const console = openConsole({ at: "/home_page", menu, entries, sources });
  await screen.findByRole("heading", { name: "/home_page" });
  return console;
};
const options = () => screen.queryAllByRole("option").map((option) => option.firstChild?.textContent);
const summon = async () => {
  await userEvent.keyboard("{Control>}k{/Control}");
  return screen.findByRole("combobox");
};

describe("command palette", () => {
  test("goes to a screen by its name in the other language", async () => {
    const console = await open();
    const input = await summon();
    expect(input).toHaveFocus();
    await userEvent.type(input, "device li");
    expect(options()).toEqual(["设备列表"]);
    await userEvent.keyboard("{Enter}");
    expect(console.address()).toBe("/devices/list");
    await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
    await waitFor(() => expect(document.activeElement?.id).toBe(contentId));
  });

  test("goes on in the screen that it led to, not at the button that opened it", async () => {
    await open();
    await userEvent.click(screen.getByRole("button", { name: /Ctrl K/ }));
    await userEvent.type(await screen.findByRole("combobox"), "device li{Enter}");
    await screen.findByRole("heading", { name: "/devices/list" });
    await waitFor(() => expect(document.activeElement?.id).toBe(contentId));
  });

  test("runs an action chosen by arrows", async () => {
    const { store } = await open();
    const input = await summon();
    await userEvent.type(input, "深色");
    expect(options()).toEqual(["切换深色与浅色"]);
    await userEvent.keyboard("{ArrowDown}{ArrowUp}{Enter}");
    expect(store.getState().display.mode).toBe("dark");
  });

  test("asks its sources, ends a search that is no longer wanted, and says when one fails and how much more there is", async () => {
    const asked: { text: string; signal: AbortSignal }[] = [];
    const devices: PaletteSource = {
      id: "devices",
      title: "palette.screens",
      async search(text, signal) {
        asked.push({ text, signal });
        if (text === "broken") throw new Error("no answer");
        return { items: [{ id: "7", label: `Boiler ${text}`, detail: "SN 7", to: "/detail?id=7" }], more: 41 };
      },
    };
    const console = await open([devices]);
    const input = await summon();
    await userEvent.type(input, "broken");
    expect(await screen.findByText("部分结果未能取得，请重试")).toBeVisible();
    await userEvent.clear(input);
    await userEvent.type(input, " no7 ");
    const option = await screen.findByRole("option", { name: /Boiler no7/ });
    expect(screen.getByText("另有 41 个结果，请输入更多内容缩小范围")).toBeVisible();
    await userEvent.click(option);
    expect(asked.map(({ text }) => text)).toContain("no7");
    expect(asked.find(({ text }) => text === "broken")?.signal.aborted).toBe(true);
    expect(console.address()).toBe("/detail?id=7");
  });

  test("says what was not found", async () => {
    await open();
    await userEvent.type(await summon(), "zzz");
    expect(screen.getByText("没有与“zzz”相符的结果")).toBeVisible();
  });

  test("puts what begins with the text first", () => {
    const items = ["My devices", "Device", "Device list", "Other"].map((label) => ({ id: label, label }));
    expect(matching(items, "device").map(({ label }) => label)).toEqual(["Device", "Device list", "My devices"]);
    expect(matching(items, " ")).toEqual(items);
    expect(matching(items, "list dev").map(({ label }) => label)).toEqual(["Device list"]);
  });
});

describe("the palette on its way", () => {
  test("takes what is typed, and starts with it, once", async () => {
    const around = (content: ReactElement) => (
      <IntlProvider locale="en" messages={messages}>
        <LanguageContext value={{ language: "en", setLanguage: () => undefined }}>{content}</LanguageContext>
      </IntlProvider>
    );
    const palette = (
      <MemoryRouter>
        <Palette groups={[]} sources={[]} onClose={() => undefined} />
      </MemoryRouter>
    );
    const first = render(around(<PaletteWaiting />));
    expect(screen.getByRole("textbox")).toHaveFocus();
    await userEvent.keyboard("pump");
    first.rerender(around(palette));
    expect(await screen.findByRole("combobox")).toHaveValue("pump");
    first.unmount();
    render(around(palette));
    expect(await screen.findByRole("combobox")).toHaveValue("");
  });
});

describe("keys", () => {
  test("`?` lists the keys, in both languages, and not while typing", async () => {
    await open();
    await userEvent.type(screen.getByLabelText("entry"), "?");
    expect(screen.queryByRole("dialog")).toBeNull();
    screen.getByLabelText("entry").blur();
    await userEvent.keyboard("?");
    const dialog = await screen.findByRole("dialog", { name: "快捷键" });
    expect(within(dialog).getByText("搜索页面、设备、操作")).toBeVisible();
  });

  test.each([
    ["mod+k", { key: "k", ctrlKey: true }, true],
    ["mod+k", { key: "K", metaKey: true }, true],
    ["mod+k", { key: "k" }, false],
    ["mod+k", { key: "k", ctrlKey: true, shiftKey: true }, false],
    ["?", { key: "?", shiftKey: true }, true],
    ["/", { key: "/" }, true],
    ["n", { key: "N", shiftKey: true }, false],
    ["space", { key: " " }, true],
    ["arrowleft arrowright", { key: "ArrowRight" }, true],
    ["shift+f10", { key: "F10" }, false],
  ])("%s with %j is %j", (combo, event, expected) => {
    expect(matches(combo, new KeyboardEvent("keydown", event))).toBe(expected);
  });

  test("the palette opens while typing as well, and Escape gives the focus back", async () => {
    await open();
    screen.getByLabelText("entry").focus();
    await summon();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByLabelText("entry")).toHaveFocus());
    expect(screen.queryByRole("combobox")).toBeNull();
  });
});
