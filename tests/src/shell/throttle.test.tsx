// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { narrowBelow, resizeWait, useMenuFold } from "#src/app/shell/menuFold.ts";
import { throttle } from "#src/app/shell/throttle.ts";
import { newStore, resizeTo } from "./consoleHarness.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const folding = () => {
  resizeTo(1440);
  const store = newStore();
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const hook = renderHook(() => useMenuFold(), { wrapper });
  const resize = (width: number) =>
    act(() => {
      resizeTo(width);
      vi.advanceTimersByTime(resizeWait);
    });
  return { ...hook, store, resize, folded: () => hook.result.current[0], toggle: () => act(() => hook.result.current[1]()) };
};

describe("throttle", () => {
  test("works at once, then at most once per wait, and makes the last call good", () => {
    const work = vi.fn();
    const { call } = throttle(work, 400);
    for (let at = 0; at < 100; at += 1) {
      call();
      vi.advanceTimersByTime(10);
    }
    expect(work).toHaveBeenCalledTimes(3);
    vi.advanceTimersByTime(400);
    expect(work).toHaveBeenCalledTimes(4);
    vi.advanceTimersByTime(4000);
    expect(work).toHaveBeenCalledTimes(4);
  });

  test("cancel drops what is owed", () => {
    const work = vi.fn();
    const throttled = throttle(work, 400);
    throttled.call();
    throttled.call();
    throttled.cancel();
    vi.advanceTimersByTime(1000);
    expect(work).toHaveBeenCalledTimes(1);
  });
});

describe("fold of the menu", () => {
  test("folds below 800 px, not at 800 [S2.140] [S9.009]", () => {
    const menu = folding();
    menu.resize(narrowBelow);
    expect(menu.folded()).toBe(false);
    menu.resize(narrowBelow - 1);
    expect(menu.folded()).toBe(true);
    menu.resize(narrowBelow);
    expect(menu.folded()).toBe(false);
  });

  test("continuous resizing is looked at once per 400 ms [S2.141] [S9.010]", () => {
    const menu = folding();
    act(() => vi.advanceTimersByTime(resizeWait));
    const looks = vi.fn(() => 1200);
    Object.defineProperty(window, "innerWidth", { get: looks, configurable: true });
    act(() => {
      for (let at = 0; at < 40; at += 1) {
        window.dispatchEvent(new Event("resize"));
        vi.advanceTimersByTime(10);
      }
    });
    expect(looks).toHaveBeenCalledTimes(2);
    expect(menu.folded()).toBe(false);
  });

  test("the last of many sizes counts", () => {
    const menu = folding();
    act(() => {
      resizeTo(900);
      resizeTo(700);
      vi.advanceTimersByTime(resizeWait);
    });
    expect(menu.folded()).toBe(true);
  });

  test("the toggle works in a wide window and in a narrow one", () => {
    const menu = folding();
    menu.toggle();
    expect(menu.folded()).toBe(true);
    expect(menu.store.getState().display.collapsed).toBe(true);
    menu.toggle();
    expect(menu.folded()).toBe(false);
    menu.resize(700);
    menu.toggle();
    expect(menu.folded()).toBe(false);
    expect(menu.store.getState().display.collapsed).toBe(false);
    menu.toggle();
    expect(menu.folded()).toBe(true);
  });
});
