import pino from "pino";
import { expect, it, onTestFinished, vi } from "vitest";
import { openClosing } from "#server/system/closing.ts";

const opened = () => {
  const lines: string[] = [];
  const said = pino({ level: "error" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  return { closing: openClosing(said), lines };
};
const lasting = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

it("gives a part its moment though the one before it took all the time that there was", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { closing, lines } = opened();
  const closed: string[] = [];
  closing.add("slow", () => lasting(51));
  closing.add("quick", () => lasting(20).then(() => closed.push("quick")));
  closing.add("hanging", () => new Promise(() => undefined));
  const ended = closing.close(1_000);
  await vi.runAllTimersAsync();
  await ended;
  expect(closed).toEqual(["quick"]);
  expect(lines).toEqual(["hanging could not be stopped in order", "slow could not be stopped in order"]);
});

it("closes the newest first, each once, and what fails holds up nothing", async () => {
  const { closing, lines } = opened();
  const order: string[] = [];
  closing.add("first", () => order.push("first"));
  closing.add("broken", () => Promise.reject(new Error("broken")));
  closing.add("last", () => order.push("last"));
  await closing.close(10_000);
  await closing.close(10_000);
  expect(order).toEqual(["last", "first"]);
  expect(lines).toEqual(["broken could not be stopped in order"]);
});
