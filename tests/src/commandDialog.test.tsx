// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { device as deviceContract, type PointNow } from "#contract/resources/device.ts";
import { order as orderContract } from "#contract/resources/order.ts";
import { CommandDialog } from "#src/screens/devices/commandDialog.tsx";
import { SendOrderDialog } from "#src/screens/orders/sendOrderDialog.tsx";
import { orderCalls } from "#store/handles/order.ts";
import { device, order, point, slave, writing } from "./commandSamples.ts";
import { showPage } from "./pageSite.tsx";

const done = { data: { commandId: "c", state: "done", message: "", milliseconds: 24 } };

const open = (fields: Partial<PointNow> = {}) =>
  showPage(<CommandDialog device={device} slave={slave} point={point(fields)} onClose={() => undefined} />, {
    answers: { [deviceContract.calls.cmd.path]: () => done },
  });
const field = () => screen.getByLabelText("Value");
const enter = (text: string) => {
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.click(screen.getByText("Send"));
};

it.each<[string, Partial<PointNow>, string, string]>([
  ["more decimals than the point has", {}, "20.55", "Must have at most 1 decimal"],
  ["a fraction of a counter", { valueType: "uint64", decimals: null }, "1.5", "Must be a whole number"],
  ["one more than 64 bits hold", { valueType: "uint64", decimals: null }, "18446744073709551616", "Beyond the range of type uint64"],
  [
    "more digits than the point has",
    { writing: { ...writing, integerDigits: 3 } },
    "1000",
    "Must have at most 3 digits before the decimal point",
  ],
  [
    "more than its bits hold",
    { valueType: "uint16", decimals: 0, writing: { ...writing, startBit: 0, endBit: 3 } },
    "16",
    "Too large for its bits",
  ],
  [
    "what its formula makes too large",
    { valueType: "int16", writing: { ...writing, sendFormula: "x*10" } },
    "3276.8",
    "Beyond the range of type int16",
  ],
])("%s is told at the field, before anything is asked or sent", async (_, fields, text, told) => {
  const page = open(fields);
  enter(text);
  expect((await screen.findByRole("alert")).textContent).toBe(told);
  expect(page.asked).toEqual([]);
  expect(page.sent).toEqual([]);
});

it.each<[string, Partial<PointNow>, string, string, number | string]>([
  ["a number as it was typed, not as readings are written", { decimals: null }, "20.55", "20.55 °C", 20.55],
  ["a number of full-width digits", { decimals: 0 }, "－２５", "-25 °C", -25],
  ["a number with a minus sign", { decimals: 0 }, "−25", "-25 °C", -25],
  [
    "every digit of a counter",
    { valueType: "uint64", decimals: 0, unit: "" },
    "18446744073709551615",
    "18446744073709551615",
    "18446744073709551615",
  ],
  ["what a formula makes whole", { valueType: "int16", writing: { ...writing, sendFormula: "x*10" } }, "4.5", "4.5 °C", 4.5],
  ["a text as it was typed", { valueType: "text", unit: "" }, "００7", "００7", "００7"],
])("the question shows what is sent: %s", async (_, fields, text, shown, sent) => {
  const page = open(fields);
  enter(text);
  await waitFor(() => expect(page.sent.map(({ request }) => request)).toMatchObject([{ values: { p: sent } }]));
  expect(page.details).toEqual([`Boiler 1 · Main\nSet point → ${shown}`]);
});

it("a reply goes when the value beside it is another one", async () => {
  open();
  enter("21");
  await screen.findByText("Command executed (24 ms)");
  fireEvent.change(field(), { target: { value: "abc" } });
  expect(screen.getByRole("alert").textContent).toBe("Enter a number");
  expect(screen.queryByText("Command executed (24 ms)")).toBeNull();
});

it("the answers to a saved command go when other devices are chosen", async () => {
  const found = { list: [{ id: "d", name: "Boiler 1", sn: "1" }], total: 1 };
  const answers = [{ deviceId: "d", deviceName: "Boiler 1", sn: "1", slave: 1, code: 0, message: "", milliseconds: 12, state: "done" }];
  showPage(<SendOrderDialog call={orderCalls.send} title="orders.send.title" order={order} onClose={() => undefined} />, {
    answers: {
      [deviceContract.calls.query_mini.path]: () => ({ data: found }),
      [orderContract.calls.send.path]: () => ({ data: { answers } }),
    },
  });
  fireEvent.change(screen.getByRole("combobox", { name: "Device" }), { target: { value: "Boiler" } });
  fireEvent.mouseDown(await screen.findByText("Boiler 1"));
  fireEvent.click(screen.getByText("Send"));
  await screen.findByText("1 of 1 command done");
  fireEvent.click(screen.getByLabelText("Remove Boiler 1"));
  expect(screen.queryByText("1 of 1 command done")).toBeNull();
});

const option = (name: string, value: string) => fireEvent.change(screen.getByRole("combobox", { name }), { target: { value } });

it("sends for how long a command is kept for a device that is offline, and says that it waits", async () => {
  const held = { data: { commandId: "c", state: "held", message: "", milliseconds: null } };
  const page = showPage(<CommandDialog device={device} slave={slave} point={point()} onClose={() => undefined} />, {
    answers: { [deviceContract.calls.cmd.path]: () => held },
  });
  option("If the device is offline", "3600");
  enter("21");
  await screen.findByText("Held until the device can take it; the device log will show what came of it");
  expect(page.sent.map(({ request }) => request)).toEqual([{ id: "d", slave: 1, values: { p: 21 }, keep: 3600 }]);
});

it("sends a command for a time as that instant, and sends none without one or for one that is past", async () => {
  const page = open();
  option("When", "at");
  enter("21");
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Enter a date and time, such as \d{4}-/);
  const time = screen.getByRole("textbox", { name: /^Time to send/ });
  fireEvent.change(time, { target: { value: "2001-02-03 04:05:06" } });
  expect(screen.getByRole("alert").textContent).toBe("Choose a time that is not past");
  const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  fireEvent.change(time, { target: { value: `${soon} 08:00:00` } });
  fireEvent.click(screen.getByText("Send"));
  await waitFor(() =>
    expect(page.sent.map(({ request }) => request)).toMatchObject([{ values: { p: 21 }, at: expect.stringMatching(/Z$/) }]),
  );
});
