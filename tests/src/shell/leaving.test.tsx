// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { text } from "#contract/kit/text.ts";
import type { ScreenEntry } from "#src/app/screens.ts";
import { TextField } from "#src/kit/form/fields.tsx";
import { FormDrawer, FormPage } from "#src/kit/form/formDrawer.tsx";
import { useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { menuItem, openConsole } from "./consoleHarness.tsx";

const schema = z.object({ name: text(20) });
const blank = { name: "" };
const given = { id: "probe", schema, initial: blank, save: async () => ({ data: null }), saved: "feedback.added" };

function AddPage() {
  const navigate = useViewNavigate();
  const back = () => navigate("/list");
  return (
    <FormPage {...given} draft="page" title="添加" onSaved={back} onClose={back}>
      <TextField name="name" />
    </FormPage>
  );
}

function ListPage() {
  const [open, setOpen] = useState(false);
  return (
    <section aria-label="list">
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {open && (
        <FormDrawer {...given} draft="drawer" title="Edit" onSaved={() => setOpen(false)} onClose={() => setOpen(false)}>
          <TextField name="name" />
        </FormDrawer>
      )}
    </section>
  );
}

const plain = () => <p>plain</p>;
const entries: ScreenEntry[] = [
  { path: "/home_page", load: async () => plain },
  { path: "/list", load: async () => ListPage },
  { path: "/other", load: async () => plain },
  { path: "/add", load: async () => AddPage },
];
const menu = [menuItem("/list", "列表", "List"), menuItem("/other", "其他", "Other"), menuItem("/add", "添加", "Add", { noCache: true })];

const begin = async () => {
  const console = openConsole({ at: "/list", menu, entries, messages: { "probe.field.name": "名称" } });
  await screen.findByRole("region", { name: "list" });
  await console.go("/add");
  await userEvent.type(await screen.findByLabelText(/^名称/), "Pump 3");
  return console;
};
const tab = (name: string) => screen.getByRole("tab", { name });
const titles = () => screen.getAllByRole("tab").map((element) => element.textContent);
const question = () => screen.findByRole("dialog", { name: "放弃未保存的更改吗？" });
const answer = async (word: string) => {
  const dialog = await question();
  expect(dialog).toHaveTextContent("添加");
  await userEvent.click(within(dialog).getByRole("button", { name: word }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
};
const choose = async (name: string, action: string) => {
  fireEvent.contextMenu(tab(name));
  await userEvent.click(screen.getByRole("menuitem", { name: action }));
};

beforeEach(() => sessionStorage.clear());

describe("a half-filled page that is left", () => {
  const ways: [string, (console: Awaited<ReturnType<typeof begin>>) => Promise<void>][] = [
    ["the menu", async () => userEvent.click(screen.getByRole("link", { name: "其他" }))],
    ["another tab", async () => userEvent.click(tab("列表"))],
    ["the browser's back", async ({ router }) => act(async () => router.navigate(-1))],
    [
      "the palette",
      async () => {
        await userEvent.keyboard("{Control>}k{/Control}");
        await userEvent.type(await screen.findByRole("combobox"), "其他{Enter}");
        await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
      },
    ],
  ];
  test.each(ways)("by %s offers what was typed when one returns", async (_way, leave) => {
    const console = await begin();
    await leave(console);
    expect(screen.queryByLabelText(/^名称/)).toBeNull();
    await userEvent.click(tab("添加"));
    expect(await screen.findByLabelText(/^名称/)).toHaveValue("");
    await userEvent.click(screen.getByRole("button", { name: "恢复" }));
    expect(screen.getByLabelText(/^名称/)).toHaveValue("Pump 3");
  });

  test("asks when its tab is closed from elsewhere, and then it is forgotten", async () => {
    const console = await begin();
    await console.go("/other");
    fireEvent(tab("添加"), new MouseEvent("auxclick", { button: 1, bubbles: true }));
    await answer("取消");
    expect(titles()).toContain("添加");
    await choose("其他", "关闭其他");
    await answer("放弃");
    expect(titles()).toEqual(["其他"]);
    await console.go("/add");
    expect(await screen.findByLabelText(/^名称/)).toHaveValue("");
    expect(screen.queryByRole("button", { name: "恢复" })).toBeNull();
  });
});

describe("the tab of a half-filled page", () => {
  const ways: [string, () => Promise<void>][] = [
    ["its cross", async () => userEvent.click(tab("添加").querySelector("[data-close]") as Element)],
    ["a middle click", async () => void fireEvent(tab("添加"), new MouseEvent("auxclick", { button: 1, bubbles: true }))],
    [
      "the Delete key",
      async () => {
        tab("添加").focus();
        await userEvent.keyboard("{Delete}");
      },
    ],
    ["close", () => choose("添加", "关闭")],
    ["close all", () => choose("列表", "关闭全部")],
    ["close right", () => choose("列表", "关闭右侧")],
  ];
  test.each(ways)("asks before it is closed by %s", async (_way, close) => {
    const console = await begin();
    await close();
    await answer("取消");
    expect(console.address()).toBe("/add");
    expect(screen.getByLabelText(/^名称/)).toHaveValue("Pump 3");
    await close();
    await answer("放弃");
    expect(titles()).not.toContain("添加");
    expect(sessionStorage).toHaveLength(0);
  });

  test("asks before it is refreshed", async () => {
    await begin();
    await choose("添加", "刷新");
    await answer("取消");
    expect(screen.getByLabelText(/^名称/)).toHaveValue("Pump 3");
    await choose("添加", "刷新");
    await answer("放弃");
    expect(screen.getByLabelText(/^名称/)).toHaveValue("");
    expect(screen.queryByRole("button", { name: "恢复" })).toBeNull();
  });

  test("closes without a question when nothing was typed, or all is saved", async () => {
    const console = await begin();
    await userEvent.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(console.address()).toBe("/list"));
    await choose("添加", "关闭");
    expect(titles()).toEqual(["列表"]);
    await console.go("/add");
    await screen.findByLabelText(/^名称/);
    await choose("添加", "关闭");
    expect(titles()).toEqual(["列表"]);
    expect(screen.queryByRole("dialog", { name: "放弃未保存的更改吗？" })).toBeNull();
  });
});

test("a drawer's view asks as a page does", async () => {
  const console = await begin();
  await choose("添加", "关闭");
  await answer("放弃");
  await console.go("/list");
  await userEvent.click(screen.getByRole("button", { name: "open" }));
  await userEvent.type(await screen.findByLabelText(/^名称/), "Pump 4");
  await console.go("/other");
  fireEvent(tab("列表"), new MouseEvent("auxclick", { button: 1, bubbles: true }));
  expect(await question()).toHaveTextContent("列表");
});
