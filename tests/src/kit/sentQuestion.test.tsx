// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { deviceGroup } from "#contract/resources/deviceGroup.ts";
import type { ConfirmOptions } from "#src/kit/feedback/feedback.ts";
import type { Outcome } from "#src/kit/form/useRecordForm.ts";
import { BulkBar } from "#src/kit/screen/bulkBar.tsx";
import { useSendConfirmed } from "#src/kit/screen/useTools.ts";
import type { Refusal } from "#store/transport.ts";
import { renderInside } from "./formSite.tsx";

const refusal = (code: Refusal["code"], message = ""): Outcome => ({ error: { code, message, data: null } satisfies Refusal });

let sent: string[];
let ends: ((outcome: Outcome) => void)[];
let answers: boolean[];

beforeEach(() => {
  [sent, ends, answers] = [[], [], []];
});

const write = {
  call: deviceGroup.calls.delete,
  send: (_dispatch: unknown, input: string) =>
    new Promise<Outcome>((resolve) => {
      sent.push(input);
      ends.push(resolve);
    }),
};

function Asker({ options }: { options: ConfirmOptions }) {
  const send = useSendConfirmed();
  return (
    <button type="button" onClick={async () => answers.push(await send(options, write, "水泵 3", "feedback.deleted"))}>
      ask
    </button>
  );
}

/** Goes with the view that it stands for. */
function View({ options }: { options: ConfirmOptions }) {
  const [shown, setShown] = useState(true);
  return (
    <>
      {shown && <Asker options={options} />}
      <button type="button" onClick={() => setShown(false)}>
        leave
      </button>
    </>
  );
}

const question = () => screen.findByRole("dialog");
const button = async (name: string | RegExp) => within(await question()).getByRole("button", { name });

/** Asks and confirms; what is sent is then on its way. */
const confirm = async (options: ConfirmOptions = { kind: "delete" }) => {
  renderInside(<View options={options} />);
  await userEvent.click(screen.getByText("ask"));
  if (options.typed) await userEvent.type(await screen.findByRole("textbox"), options.typed);
  await userEvent.click(await button("删除"));
  await waitFor(() => expect(sent).toEqual(["水泵 3"]));
};

const answered = (outcome: Outcome) => act(async () => ends.shift()?.(outcome));
const toasts = () => [...document.querySelectorAll(".bp6-toast-message")].map(({ textContent }) => textContent);

test("a question looks busy while its call is on its way, and takes no other answer: neither a second press nor Esc", async () => {
  await confirm();
  const [cancel, remove] = within(await question()).getAllByRole("button");
  expect(remove).toHaveClass("bp6-loading");
  expect([cancel, remove].map((one) => one?.matches(":disabled"))).toEqual([true, true]);
  expect((await question()).contains(document.activeElement)).toBe(true);
  fireEvent.click(remove as HTMLElement);
  await userEvent.keyboard("{Enter}{Escape}");
  expect(await question()).toBeVisible();
  expect({ sent, answers }).toEqual({ sent: ["水泵 3"], answers: [] });
  await answered({ data: null });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect({ answers, toasts: toasts() }).toEqual({ answers: [true], toasts: ["删除成功"] }));
});

test("a question that was rejected stays with what was said, and can be confirmed again or called off", async () => {
  await confirm();
  await answered(refusal(1301, "仍有设备 3 项在使用"));
  expect(await screen.findByRole("alert")).toHaveTextContent("仍有设备 3 项在使用");
  expect({ answers, toasts: toasts() }).toEqual({ answers: [], toasts: [] });
  await waitFor(async () => expect(await button("取消")).toHaveFocus());
  await userEvent.click(await button("删除"));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(screen.queryByRole("alert")).toBeNull();
  await answered(refusal("network"));
  expect(await screen.findByRole("alert")).toHaveTextContent("请求网络失败,请重试");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect({ answers, toasts: toasts() }).toEqual({ answers: [false], toasts: [] });
});

test("what was typed to confirm stands for the next try, and has the focus", async () => {
  await confirm({ kind: "deleteMany", typed: "3" });
  const typed = await screen.findByRole("textbox");
  fireEvent.submit(typed.closest("form") as HTMLFormElement);
  expect(sent).toHaveLength(1);
  await answered(refusal(403));
  await waitFor(() => expect(typed).toHaveFocus());
  expect(typed).toHaveValue("3");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(sent).toHaveLength(2));
});

test("a question that goes with its view while it is sent is answered by what came, and a refusal is told all the same", async () => {
  await confirm();
  fireEvent.click(screen.getByText("leave"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(answers).toEqual([]);
  await answered(refusal(1301, "仍有设备 3 项在使用"));
  await waitFor(() => expect({ answers, toasts: toasts() }).toEqual({ answers: [false], toasts: ["仍有设备 3 项在使用"] }));
});

test("an ended session, which tells of itself, leaves no question behind", async () => {
  await confirm();
  await answered(refusal(401, "ended"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect({ answers, toasts: toasts() }).toEqual({ answers: [false], toasts: [] });
});

test("of the actions on selected rows the one at work looks busy, and none can be pressed", () => {
  const pressed: string[] = [];
  const action = (id: string) => ({ id, label: id, icon: "play" as const, run: () => void pressed.push(id) });
  renderInside(
    <BulkBar
      counts={{ inView: 2, elsewhere: 0 }}
      scope="page"
      total={2}
      busy="enable"
      actions={[action("enable"), action("disable")]}
      onScope={() => undefined}
      onClear={() => undefined}
    />,
  );
  const [enable, disable] = screen.getAllByRole("button");
  for (const one of [enable, disable]) fireEvent.click(one as HTMLElement);
  expect(enable).toHaveClass("bp6-loading");
  expect(disable).not.toHaveClass("bp6-loading");
  expect(pressed).toEqual([]);
});
