// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import fc from "fast-check";
import { IntlProvider } from "react-intl";
import { Provider } from "react-redux";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import zh from "#locales/zh/shell.json";
import { contrast, readable, readableAgainst, textOn } from "#src/app/theme/color.ts";
import { readDisplay, startDisplay } from "#src/app/theme/displayStorage.ts";
import { dialogStyles, surfaces, themeTokens } from "#src/app/theme/palette.ts";
import { ThemeDialog } from "#src/app/theme/themeDialog.tsx";
import { useButtonIntent } from "#src/kit/screen/useButtonIntent.ts";
import { activePresets, buttonTypes, defaultDisplay, displaySlice, themePresets } from "#store/display.ts";
import { holds } from "#tests/property.ts";
import { newStore, withSystemMode } from "./consoleHarness.tsx";

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const mode = fc.constantFrom("light" as const, "dark" as const);
const choice = fc.record({
  theme: fc.oneof(fc.constantFrom(...themePresets), color),
  activeColor: fc.oneof(fc.constantFrom(defaultDisplay.activeColor, ...Object.values(activePresets)), color),
  buttonColor: fc.constantFrom(...buttonTypes),
  titleColor: fc.oneof(fc.constant(""), color),
  dialogTitleColor: fc.constantFrom(...dialogStyles),
});

const token = (name: string): string => document.documentElement.style.getPropertyValue(name);
const stops: (() => void)[] = [];

const started = (stored?: string) => {
  localStorage.clear();
  if (stored !== undefined) localStorage.setItem("display", stored);
  const store = newStore();
  stops.push(startDisplay(store));
  return store;
};

function Button() {
  return <button type="button">{useButtonIntent()}</button>;
}

const dialog = () => {
  const store = started();
  render(
    <Provider store={store}>
      <IntlProvider locale="zh" defaultLocale="zh" messages={zh}>
        <ThemeDialog onClose={() => {}} />
        <Button />
      </IntlProvider>
    </Provider>,
  );
  return store;
};

beforeEach(() => withSystemMode(false));
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

describe("contrast", () => {
  test("every text has 4.5:1 on its ground, whatever is chosen", () => {
    holds(
      fc.property(choice, mode, (chosen, drawn) => {
        const tokens = themeTokens({ ...defaultDisplay, ...chosen }, drawn);
        const pairs: [string | undefined, string | undefined][] = [
          [tokens["--gh-theme-text"], tokens["--gh-theme"]],
          [tokens["--gh-theme-muted"], tokens["--gh-theme"]],
          [tokens["--gh-active"], tokens["--gh-active-ground"]],
          [tokens["--gh-accent"], surfaces[drawn]],
          [tokens["--gh-title"], surfaces[drawn]],
          [tokens["--gh-button-text"], tokens["--gh-button"]],
          [tokens["--gh-dialog-title-text"], tokens["--gh-dialog-title-ground"]],
        ];
        for (const [text, ground] of pairs) expect(contrast(text ?? "", ground ?? "")).toBeGreaterThanOrEqual(readable);
      }),
    );
  });

  test("a colour that can be read stays as it is", () => {
    holds(
      fc.property(color, color, (text, ground) => {
        const corrected = readableAgainst(text, ground);
        if (contrast(text, ground) >= readable) expect(corrected).toBe(text);
        expect(contrast(corrected, ground)).toBeGreaterThanOrEqual(readable);
        expect(contrast(textOn(ground), ground)).toBeGreaterThanOrEqual(readable);
      }),
    );
  });

  test("a white theme gives dark header text, and the active colour is the chosen one", () => {
    const tokens = themeTokens({ ...defaultDisplay, theme: "#fff", activeColor: "#ff0000" }, "light");
    expect(tokens["--gh-theme-text"]).toBe("#000000");
    expect(tokens["--gh-active"]).toBe("#ff0000");
  });
});

describe("display settings on the page", () => {
  test("apply at once, with nothing fetched, and are kept [S7.049]", () => {
    const store = started();
    expect(token("--gh-theme")).toBe("#1c2c49");
    const fetched = performance.getEntriesByType("resource").length;
    store.dispatch(displaySlice.actions.set({ key: "theme", value: "#e49" }));
    expect(token("--gh-theme")).toBe("#ee4499");
    expect(performance.getEntriesByType("resource")).toHaveLength(fetched);
    expect(readDisplay(localStorage)).toEqual({ ...defaultDisplay, theme: "#e49", count: 1 });
  });

  test("only known keys with fitting values come back", () => {
    const store = started(JSON.stringify({ theme: "#fff", mode: "sepia", collapsed: "yes", fontSize: 20, activeColor: "#ff0000" }));
    expect(store.getState().display).toEqual({ ...defaultDisplay, theme: "#fff", activeColor: "#ff0000" });
  });

  test.each(["", "null", "[]", "{", "7"])("what cannot be read (%j) leaves the defaults", (stored) => {
    expect(started(stored).getState().display).toEqual(defaultDisplay);
  });

  test("a colour that is none falls back to the default", () => {
    started(JSON.stringify({ theme: "url(x)", activeColor: "red;" }));
    expect(token("--gh-theme")).toBe("#1c2c49");
    expect(token("--gh-active")).toBe("#6dc0dc");
  });

  test("dark, light and the system's mode", () => {
    const store = started();
    const dark = () => document.body.classList.contains("bp6-dark");
    expect(dark()).toBe(false);
    store.dispatch(displaySlice.actions.set({ key: "mode", value: "dark" }));
    expect(dark()).toBe(true);
    store.dispatch(displaySlice.actions.set({ key: "mode", value: "light" }));
    expect(dark()).toBe(false);
    withSystemMode(true);
    started();
    expect(dark()).toBe(true);
  });
});

describe("theme dialog", () => {
  test("offers the five presets, and choosing one recolours the console [S2.164]", async () => {
    dialog();
    for (const preset of themePresets) {
      await userEvent.click(within("主题色", preset));
      expect(contrast(token("--gh-theme"), preset)).toBe(1);
    }
  });

  test("offers white, black and red for the active entry [S2.165]", async () => {
    dialog();
    for (const [label, value] of Object.entries({ 白色: activePresets.white, 黑色: activePresets.black, 红色: activePresets.red })) {
      await userEvent.click(within("菜单选中文字", label));
      expect(token("--gh-active")).toBe(value);
    }
  });

  test("offers five button types, and the buttons take the chosen one [S2.166]", async () => {
    dialog();
    const seen = new Set<string>();
    const intents: string[] = [];
    for (const label of ["主要", "成功", "信息", "警告", "危险"]) {
      await userEvent.click(within("按钮类型", label));
      seen.add(token("--gh-button"));
      intents.push(screen.getByText(/^(primary|success|warning|danger)$/).textContent ?? "");
    }
    expect(seen.size).toBe(5);
    expect(intents).toEqual(["primary", "success", "primary", "warning", "danger"]);
  });

  test("offers a title colour, and titles take it [S2.167]", async () => {
    dialog();
    await userEvent.click(within("标题颜色", "#2d72d2"));
    expect(token("--gh-title")).toBe("#2d72d2");
  });

  test("the style of dialog titles can be chosen", async () => {
    dialog();
    await userEvent.click(within("对话框标题", "主题色"));
    expect(token("--gh-dialog-title-ground")).toBe("#1c2c49");
    expect(token("--gh-dialog-title-text")).toBe("#ffffff");
  });

  test("the free picker starts at #409EFF, and what it picks is the theme colour [S2.168] [S9.018]", async () => {
    const store = dialog();
    await userEvent.click(screen.getByRole("button", { name: "自选颜色" }));
    const input = await screen.findByRole("textbox", { name: "自选颜色" });
    expect(input).toHaveValue("#409EFF");
    await userEvent.tripleClick(input);
    await userEvent.paste("0a7d4f");
    await waitFor(() => expect(store.getState().display.theme).toBe("#0a7d4f"));
    expect(token("--gh-theme")).toBe("#0a7d4f");
  });

  test("resets to the defaults", async () => {
    const store = dialog();
    await userEvent.click(within("主题色", "#fff"));
    await userEvent.click(screen.getByRole("button", { name: "恢复默认" }));
    expect(store.getState().display).toEqual(defaultDisplay);
    expect(token("--gh-theme")).toBe("#1c2c49");
  });
});

function within(group: string, label: string): HTMLElement {
  const found = screen.getByRole("group", { name: group }).querySelector<HTMLElement>(`input[aria-label="${label}"]`);
  if (!found) throw new Error(`${label} is not offered`);
  return found;
}
