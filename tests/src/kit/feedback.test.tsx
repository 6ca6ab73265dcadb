// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Language } from "#contract/messages.ts";
import { type ConfirmOptions, useConfirm, useToasts } from "#src/kit/feedback/feedback.ts";
import type { Refusal } from "#store/transport.ts";
import { renderInside } from "./formSite.tsx";

const refusal = (code: Refusal["code"], message = ""): Refusal => ({ code, message, data: null });

function Teller({ told }: { told: Refusal[] }) {
  const toasts = useToasts();
  return (
    <button
      type="button"
      onClick={() => {
        for (const one of told) toasts.refused(one);
      }}
    >
      tell
    </button>
  );
}

const toastsOf = async (told: Refusal[], language: Language): Promise<{ text: string; intent: string }[]> => {
  const { unmount } = renderInside(<Teller told={told} />, { language });
  await userEvent.click(screen.getByText("tell"));
  await waitFor(() => expect(document.querySelector(".bp6-toast")).not.toBeNull());
  const toasts = [...document.querySelectorAll(".bp6-toast")].map((toast) => ({
    text: toast.querySelector(".bp6-toast-message")?.textContent ?? "",
    intent: /bp6-intent-(\w+)/.exec(toast.className)?.[1] ?? "",
  }));
  unmount();
  await waitFor(() => expect(document.querySelector(".bp6-toast")).toBeNull());
  return toasts;
};

test.each([
  ["proxyTooLarge", "zh", "提交的内容超过代理服务器允许的大小，请联系管理员"],
  ["proxyTooLarge", "en", "The submitted content is larger than the proxy in front of the server allows; contact the administrator"],
  ["proxyUnreachable", "zh", "暂时无法连接服务器，请稍后再试"],
  ["proxyUnreachable", "en", "The server cannot be reached at the moment; try again later"],
  ["proxyTimeout", "zh", "服务器未在规定时间内应答，操作可能仍在进行，请先核实结果再重试"],
  ["proxyTimeout", "en", "The server did not respond in time and may still be working: check the result before trying again"],
] as const)("a proxy's own page, %s, is told in words that say what to do, in %s", async (code, language, text) => {
  expect(await toastsOf([refusal(code)], language)).toEqual([{ text, intent: "danger" }]);
});

test("code 403 is told as 您没有权限访问 [S8.002]", async () => {
  expect(await toastsOf([refusal(403, "whatever")], "zh")).toEqual([{ text: "您没有权限访问", intent: "danger" }]);
});

test("code 400 is told as 数据有误，请检查提交数据正确性 [S8.006]", async () => {
  expect(await toastsOf([refusal(400)], "zh")).toEqual([{ text: "数据有误，请检查提交数据正确性", intent: "danger" }]);
});

test("code 500 and an answer without a code are told as 服务器连接超时 [S8.007]", async () => {
  expect(await toastsOf([refusal(500)], "zh")).toEqual([{ text: "服务器连接超时", intent: "danger" }]);
  expect(await toastsOf([refusal("unreadable")], "zh")).toEqual([{ text: "服务器连接超时", intent: "danger" }]);
});

test("code 1203 is told as 名称已存在 [S8.008]", async () => {
  expect(await toastsOf([refusal(1203)], "zh")).toEqual([{ text: "名称已存在", intent: "warning" }]);
});

test("any other code is told in the server's words, as a warning [S8.009]", async () => {
  expect(await toastsOf([refusal(1301, "In use by 3 devices")], "en")).toEqual([{ text: "In use by 3 devices", intent: "warning" }]);
});

test("a network failure is told as 请求网络失败,请重试 [S8.015]", async () => {
  expect(await toastsOf([refusal("network")], "zh")).toEqual([{ text: "请求网络失败,请重试", intent: "danger" }]);
});

test("the same refusal of several calls is one toast, and an ended session none", async () => {
  expect(await toastsOf([refusal(401, "ended"), refusal("network"), refusal("network"), refusal("network")], "en")).toHaveLength(1);
});

const answers: boolean[] = [];

function Asker({ options }: { options: ConfirmOptions }) {
  const confirm = useConfirm();
  return (
    <button type="button" onClick={async () => answers.push(await confirm(options))}>
      ask
    </button>
  );
}

const ask = async (options: ConfirmOptions) => {
  answers.length = 0;
  renderInside(<Asker options={options} />);
  await userEvent.click(screen.getByText("ask"));
  return await screen.findByRole("dialog");
};

test("a deletion asks 确认删除该记录吗?, names the thing, and has the focus on the answer that does no harm [S8.022] [S5.077]", async () => {
  const dialog = await ask({ kind: "delete", detail: "水泵 3" });
  expect(dialog).toHaveAccessibleName("确认删除该记录吗?");
  expect(dialog).toHaveAccessibleDescription("水泵 3");
  await waitFor(() => expect(screen.getByRole("button", { name: "取消" })).toHaveFocus());
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(answers).toEqual([false]));
});

test("a deletion of several asks 确认删除选中记录吗？ and Esc declines [S8.023]", async () => {
  expect(await ask({ kind: "deleteMany" })).toHaveAccessibleName("确认删除选中记录吗？");
  await waitFor(() => expect(screen.getByRole("button", { name: "取消" })).toHaveFocus());
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(answers).toEqual([false]));
});

test("submitting asks 确认提交吗？ and Enter confirms [S8.024]", async () => {
  expect(await ask({ kind: "submit" })).toHaveAccessibleName("确认提交吗？");
  await waitFor(() => expect(screen.getByRole("button", { name: "提交" })).toHaveFocus());
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(answers).toEqual([true]));
});

test.each(["Enter", " "])("the key %j that asked a question does not answer it, held or let go; one pressed upon it does", async (key) => {
  for (const [pressed, answer] of [
    ["取消", false],
    ["提交", true],
  ] as const) {
    const dialog = await ask({ kind: "submit" });
    const submit = within(dialog).getByRole("button", { name: "提交" });
    await waitFor(() => expect(document.activeElement).toBe(submit));
    fireEvent.keyDown(submit, { key, repeat: true });
    fireEvent.keyUp(submit, { key });
    const button = within(dialog).getByRole("button", { name: pressed });
    fireEvent.keyDown(button, { key });
    fireEvent.keyUp(button, { key });
    await waitFor(() => expect(answers).toEqual([answer]));
    cleanup();
  }
});
