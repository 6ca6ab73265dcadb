import type { CodeName } from "#contract/codes.ts";
import { Problem } from "#server/kit/problem.ts";
import type { HeardMessage, MessageRecord } from "./messageRecord.ts";
import type { Broker, Handed } from "./mqtt/broker.ts";
import { topicOf } from "./mqtt/mqttTopics.ts";
import type { CommandPreview, PointWrite, PointWriter, WriteUnderWay, WrittenPoint } from "./pointWriter.ts";
import type { CommandReply } from "./protocol.ts";
import type { Posting } from "./push/posting.ts";
import type { RegisteredDevice } from "./registered.ts";

export interface CommandResult {
  /** What the device answered: 0 is done, anything else its refusal. */
  code: number;
  message: string;
  milliseconds: number;
}

/** What came of a command: the device's answer, or why there was none. */
export type CommandOutcome = { readonly answer: CommandResult } | { readonly fault: unknown };

export interface CommandSender {
  /**
   * Raw values by address under the command's id. Throws deviceOffline, deviceUnsubscribed or deviceStalled when it cannot be handed over,
   * deviceSilent when no reply comes in time, deviceWaiting when it goes on waiting for the device's next post. What came of it is given to
   * `keep` first, which writes its row.
   */
  send(
    commandId: string,
    device: RegisteredDevice,
    slave: number,
    values: Readonly<Record<string, number | string | boolean>>,
    keep: (outcome: CommandOutcome) => Promise<void>,
    /** The same by point, for devices that are written to point by point. */
    points?: readonly WrittenPoint[],
  ): Promise<CommandResult>;
  /** What a command would send, where the device is as it is now; throws a Problem where it could not be sent. */
  preview(device: RegisteredDevice, write: PointWrite): CommandPreview;
  /** A device's reply; one that nobody waits for is answered false. */
  replied(deviceId: string, reply: CommandReply): boolean;
  /** Resolves when the command's row stands, or could not be written; at once where none is being written. */
  kept(commandId: string): Promise<void>;
  /** Takes back what a device was to collect and has not; false where it has. */
  withdraw(commandId: string): boolean;
  stop(): void;
}

interface Waiting {
  deviceId: string;
  done(reply: CommandReply): void;
  fail(problem: Problem): void;
}

const refusals: Readonly<Record<Exclude<Handed, "taken">, CodeName>> = {
  offline: "deviceOffline",
  unsubscribed: "deviceUnsubscribed",
  stalled: "deviceStalled",
};

const inSeconds = (milliseconds: number): number => Math.round(milliseconds / 1000);

/**
 * `uptime`: a clock that only goes forward. `posting`: devices that are asked by the answers to their posts, where there are such.
 * `writers`: the transports that write points and see by what their devices read whether it was done.
 */
export const openCommands = (
  broker: () => Pick<Broker, "publish">,
  uptime: () => number,
  timeoutMs = 10_000,
  posting?: Pick<Posting, "offer" | "withdraw" | "leave">,
  messages?: Pick<MessageRecord, "down">,
  writers: () => readonly PointWriter[] = () => [],
): CommandSender => {
  const waiting = new Map<string, Waiting>();
  /** Rows that are being written: what comes of their commands meanwhile has to wait for them. */
  const rows = new Map<string, Promise<void>>();
  const tell = (device: RegisteredDevice, place: string, payload: string, outcome: HeardMessage["outcome"]): void =>
    messages?.down(device.id, { kind: "command", place, payload: Buffer.from(payload), outcome });
  const tellWrite = (device: RegisteredDevice, { place, sent }: WriteUnderWay, payload: string): void => {
    if (!sent) return tell(device, place, payload, "taken");
    sent.then(
      () => tell(device, place, payload, "taken"),
      () => tell(device, place, payload, "failed"),
    );
  };
  /** A device that takes commands over MQTT has them at once; one that posts as well or alone collects them. */
  const handOver = async (device: RegisteredDevice, commandId: string, payload: string): Promise<void> => {
    const told = (came: HeardMessage["outcome"]): void => tell(device, "command", payload, came);
    const outcome = await broker().publish(device.sn, "command", payload);
    if (outcome === "taken") return told("taken");
    // Whoever asked was told by now that it came to nothing.
    if (!waiting.has(commandId)) {
      told("failed");
      throw new Problem("deviceSilent");
    }
    const offered = posting?.offer(device, commandId, payload) ?? "offline";
    told(offered === "taken" ? "waiting" : "failed");
    if (offered !== "taken") throw new Problem(refusals[offered === "offline" ? outcome : offered]);
  };
  const overdue = (device: RegisteredDevice, commandId: string, written: WriteUnderWay | undefined): Problem => {
    const known = written?.overdue?.();
    if (known) return known;
    const left = posting?.leave(device.sn, commandId);
    if (!left) return new Problem("deviceSilent");
    const values = { ago: inSeconds(left.agoMs), left: inSeconds(left.leftMs) };
    return new Problem("deviceWaiting", { message: "command.waiting", values });
  };
  return {
    async send(commandId, device, slave, values, keep, points = []) {
      const sentAt = uptime();
      const reply = new Promise<CommandReply>((resolve, reject) => {
        waiting.set(commandId, { deviceId: device.id, done: resolve, fail: reject });
      });
      let written: WriteUnderWay | undefined;
      const timer = setTimeout(() => waiting.get(commandId)?.fail(overdue(device, commandId, written)), timeoutMs);
      // A device that reads slowly takes the command late: that is waited for no longer than for its reply.
      let over = false;
      const begin = (): void => {
        if (over) throw new Problem("deviceSilent");
      };
      const payload = device.protocol.command({ id: commandId, slave, values });
      for (const writer of writers()) written ??= writer.write(device, { slave, points, values }, begin);
      if (written) tellWrite(device, written, payload);
      const handed = written
        ? written.done.then((): CommandReply => ({ id: commandId, code: 0, message: "" }))
        : handOver(device, commandId, payload).then(() => reply);
      handed.catch(() => undefined);
      const outcome = await Promise.race([reply, handed]).then(
        ({ code, message }): CommandOutcome => ({ answer: { code, message, milliseconds: Math.round(uptime() - sentAt) } }),
        (fault: unknown): CommandOutcome => ({ fault }),
      );
      clearTimeout(timer);
      over = true;
      const row = keep(outcome);
      rows.set(
        commandId,
        row.catch(() => undefined),
      );
      waiting.delete(commandId);
      try {
        await row;
      } finally {
        rows.delete(commandId);
      }
      if ("fault" in outcome) throw outcome.fault;
      return outcome.answer;
    },
    preview(device, write) {
      for (const writer of writers()) {
        const preview = writer.preview(device, write);
        if (preview) return preview;
      }
      const { slave, values } = write;
      return { place: topicOf(device.sn, "command"), message: device.protocol.command({ id: "…", slave, values }) };
    },
    kept: (commandId) => rows.get(commandId) ?? Promise.resolve(),
    replied(deviceId, reply) {
      const command = waiting.get(reply.id);
      if (!command || command.deviceId !== deviceId) return false;
      command.done(reply);
      return true;
    },
    withdraw: (commandId) => posting?.withdraw(commandId) ?? false,
    stop() {
      for (const [commandId, command] of waiting) {
        const never = posting?.withdraw(commandId) ?? false;
        command.fail(new Problem(never ? "commandExpired" : "deviceSilent"));
      }
    },
  };
};
