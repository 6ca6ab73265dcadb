// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { device as deviceContract } from "#contract/resources/device.ts";
import { type OrderAnswer, order as orderContract } from "#contract/resources/order.ts";
import { CommandDialog } from "#src/screens/devices/commandDialog.tsx";
import { SendOrderDialog } from "#src/screens/orders/sendOrderDialog.tsx";
import { orderCalls } from "#store/handles/order.ts";
import { device, order, point, slave } from "./commandSamples.ts";
import { type Answer, refusal } from "./inView.tsx";
import { showPage } from "./pageSite.tsx";

const text = point({ valueType: "text", unit: "", decimals: null, value: "9" });
const answer = (code: number): OrderAnswer => ({
  ...{ deviceId: "d", deviceName: "Boiler 1", sn: "1", slave: 1, code, message: "", milliseconds: 12, state: code === 0 ? "done" : null },
});

interface PageProps {
  dialog(onClose: () => void): React.ReactNode;
}

function Page({ dialog }: PageProps) {
  const [shown, setShown] = useState(true);
  return shown ? dialog(() => setShown(false)) : null;
}

/** Shows a dialog over a server whose answer to `path` comes when the test gives it. */
const open = (path: string, dialog: PageProps["dialog"]) => {
  let reply: (answer: Answer) => void = () => undefined;
  const replied = new Promise<Answer>((resolve) => {
    reply = resolve;
  });
  const found = { list: [{ id: "d", name: "Boiler 1", sn: "1" }], total: 1 };
  const answers = { [path]: () => replied, [deviceContract.calls.query_mini.path]: () => ({ data: found }) };
  const page = showPage(<Page dialog={dialog} />, { answers });
  return { ...page, reply, isSent: () => waitFor(() => expect(page.sent.map((each) => each.path)).toContain(path)) };
};
const close = async () => {
  fireEvent.click(screen.getByText("Close"));
  await waitFor(() => expect(screen.queryByText("Close")).toBeNull());
};

const openCommand = async () => {
  const page = open(deviceContract.calls.cmd.path, (onClose) => <CommandDialog {...{ device, slave, onClose }} point={text} />);
  fireEvent.click(screen.getByText("Send"));
  await page.isSent();
  return page;
};
const openOrder = async () => {
  const page = open(orderContract.calls.send.path, (onClose) => (
    <SendOrderDialog call={orderCalls.send} title="orders.send.title" {...{ order, onClose }} />
  ));
  fireEvent.change(screen.getByRole("combobox", { name: "Device" }), { target: { value: "Boiler" } });
  fireEvent.mouseDown(await screen.findByText("Boiler 1"));
  fireEvent.click(screen.getByText("Send"));
  await page.isSent();
  return page;
};

it.each<[string, Answer, string[]]>([
  ["a reply", { data: { commandId: "c", message: "ok", milliseconds: 12 } }, ["Boiler 1 · Set point: The device replied: ok (12 ms)"]],
  ["a reply without a text", { data: { commandId: "c", message: "", milliseconds: 9 } }, ["Boiler 1 · Set point: Command executed (9 ms)"]],
  ["a refusal", refusal(42, "The device is offline"), ["Boiler 1 · Set point: The device is offline"]],
])("%s to a command whose dialog was closed while it was under way is told", async (_, said, told) => {
  const page = await openCommand();
  await close();
  page.reply(said);
  await waitFor(() => expect(page.said).toEqual(told));
});

it("a reply to a command stands in its dialog while that is open, and nowhere else", async () => {
  const page = await openCommand();
  page.reply({ data: { commandId: "c", message: "ok", milliseconds: 12 } });
  await screen.findByText("The device replied: ok (12 ms)");
  expect(page.said).toEqual([]);
});

it.each<[string, Answer, string[]]>([
  ["all", { data: { answers: [answer(0), answer(0)] } }, ["Night: 2 of 2 commands done"]],
  ["some", { data: { answers: [answer(0), answer(42)] } }, ["Night: 1 of 2 commands done"]],
  ["none, for it was refused", refusal(42, "Not now"), ["Night: Not now"]],
])("how many did a saved command is told when its dialog was closed: %s", async (_, said, told) => {
  const page = await openOrder();
  await close();
  page.reply(said);
  await waitFor(() => expect(page.said).toEqual(told));
});
