import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openCommands } from "#server/wire/commands.ts";
import type { Handed } from "#server/wire/mqtt/broker.ts";
import { protocolOf } from "#server/wire/protocols/protocols.ts";
import type { Posting } from "#server/wire/push/posting.ts";
import type { RegisteredDevice } from "#server/wire/registered.ts";

const device = { id: "d1", sn: "SN-1", protocol: protocolOf(null) } as RegisteredDevice;
const reply = { id: "c1", code: 0, message: "done" };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const sent = (
  publish: () => Promise<Handed> = async () => "taken",
  posting?: Pick<Posting, "offer" | "withdraw" | "leave">,
  keep: () => Promise<void> = async () => undefined,
) => {
  const commands = openCommands(
    () => ({ publish }),
    () => 0,
    10_000,
    posting,
  );
  let outcome: unknown = "waits";
  commands.send("c1", device, 1, {}, keep).then(
    (result) => {
      outcome = result;
    },
    (fault: unknown) => {
      outcome = fault;
    },
  );
  return { commands, outcome: () => outcome };
};

it("takes no reply of another device for a command, and goes on waiting for the one that was asked", async () => {
  const { commands, outcome } = sent();
  expect(commands.replied("d2", reply)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome()).toBe("waits");
  expect(commands.replied("d1", { ...reply, id: "c2" })).toBe(false);
  expect(commands.replied("d1", reply)).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome()).toEqual({ code: 0, message: "done", milliseconds: 0 });
  expect(commands.replied("d1", reply)).toBe(false);
});

it("waits ten seconds for a reply, and not a moment longer", async () => {
  const { commands, outcome } = sent();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(outcome()).toBe("waits");
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome()).toMatchObject({ code: "deviceSilent" });
  expect(commands.replied("d1", reply)).toBe(false);
});

it("hands nothing over later of what was told to have come to nothing", async () => {
  const offer = vi.fn(() => "taken" as const);
  const late = new Promise<Handed>((resolve) => setTimeout(() => resolve("stalled"), 20_000));
  const { outcome } = sent(() => late, { offer, withdraw: () => false, leave: () => undefined });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(outcome()).toMatchObject({ code: "deviceSilent" });
  expect(offer).not.toHaveBeenCalled();
});

it("has what comes behind the end of a command wait until the row stands, whether it can be written or not", async () => {
  for (const [fault, ended] of [
    [undefined, { code: "deviceSilent" }],
    [new Error("disk full"), { message: "disk full" }],
  ] as const) {
    let settle = (): void => undefined;
    const row = new Promise<void>((resolve, reject) => {
      settle = () => (fault ? reject(fault) : resolve());
    });
    const { commands, outcome } = sent(undefined, undefined, () => row);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(outcome()).toBe("waits");
    expect(commands.replied("d1", reply)).toBe(false);
    const told: string[] = [];
    void commands.kept("c2").then(() => told.push("another command's"));
    void commands.kept("c1").then(() => told.push("its own"));
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual(["another command's"]);
    settle();
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual(["another command's", "its own"]);
    expect(outcome()).toMatchObject(ended);
  }
});
