// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { job } from "#contract/resources/job.ts";
import type { ScreenEntry } from "#src/app/screens.ts";
import { deviceSource } from "#src/app/shell/deviceSource.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { createStore } from "#store/store.ts";
import { menuItem, openConsole } from "./consoleHarness.tsx";

const entries: ScreenEntry[] = ["/home_page", "/devices/deviceDatail"].map((path) => ({ path, load: async () => () => <h1>{path}</h1> }));
const detail = menuItem("/devices/deviceDatail", "设备详情", "Device detail", { hidden: true });
const granted = [deviceCalls.query_mini.call.path];

/** A server that knows one device and notes what it is asked. */
const open = async ({ paths = granted, menu = [detail], refusing = false } = {}) => {
  const asked: { path: string; request: object; signal: AbortSignal | undefined }[] = [];
  const store = createStore({
    async send(call, request, signal) {
      // The header asks for its own.
      if (call.path === job.calls.query.path) return { data: { list: [] } };
      asked.push({ path: call.path, request, signal });
      if (refusing) return { error: { code: 500, message: "", data: null } };
      return { data: { list: [{ id: "d/7", name: "Boiler 7", sn: "SN-0007" }], total: 1, pageNo: 1, pageSize: 8 } };
    },
    file: async () => ({ error: { code: "network", message: "", data: null } }),
  });
  const console = openConsole({ at: "/home_page", menu, entries, me: { paths: [...paths] }, store, sources: [deviceSource(store)] });
  await screen.findByRole("heading", { name: "/home_page" });
  await userEvent.keyboard("{Control>}k{/Control}");
  await userEvent.type(await screen.findByRole("combobox"), "oiler");
  return { console, asked };
};

describe("devices in the command palette", () => {
  test("are found by a part of their name or SN, eight at most, and Enter opens the page of one", async () => {
    const { console, asked } = await open();
    expect(await screen.findByRole("option", { name: "Boiler 7SN-0007" })).toBeVisible();
    expect(asked.map(({ path, request }) => [path, request])).toEqual([["/api/device/query_mini", { search: "oiler", pageSize: 8 }]]);
    await userEvent.keyboard("{Enter}");
    expect(console.address()).toBe("/devices/deviceDatail?id=d%2F7");
  });

  test("are asked for once a pause, not at every key", async () => {
    const { asked } = await open();
    await screen.findByRole("option", { name: /Boiler/ });
    expect(asked).toHaveLength(1);
  });

  test.each([
    ["the call", { paths: [] }],
    ["the device page", { menu: [] }],
  ])("are not asked for on behalf of those who lack %s", async (_what, lacking) => {
    const { asked } = await open(lacking);
    await waitFor(() => expect(screen.getByText("没有与“oiler”相符的结果")).toBeVisible());
    expect(asked).toEqual([]);
  });

  test("that could not be asked for are told of", async () => {
    await open({ refusing: true });
    expect(await screen.findByText("部分结果未能取得，请重试")).toBeVisible();
  });
});
