import type { CodeName } from "#contract/codes.ts";
import { Problem } from "#server/kit/problem.ts";
import type { Broker, Handed } from "#server/wire/mqtt/broker.ts";
import type { CommandReply } from "#server/wire/protocol.ts";
import type { RegisteredDevice } from "#server/wire/registered.ts";

export interface CommandResult {
  /** What the device answered: 0 is done, anything else its refusal. */
  code: number;
  message: string;
  milliseconds: number;
}

export interface CommandSender {
  /**
   * Raw values by address under the command's id. Throws deviceOffline, deviceUnsubscribed or deviceStalled when it cannot be handed over,
   * deviceSilent when no reply comes in time.
   */
  send(
    commandId: string,
    device: RegisteredDevice,
    slave: number,
    values: Readonly<Record<string, number | string | boolean>>,
  ): Promise<CommandResult>;
  /** A device's reply; one that nobody waits for is answered false. */
  replied(deviceId: string, reply: CommandReply): boolean;
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

/** `uptime`: a clock that only goes forward. */
export const openCommands = (broker: () => Pick<Broker, "publish">, uptime: () => number, timeoutMs = 10_000): CommandSender => {
  const waiting = new Map<string, Waiting>();
  return {
    async send(commandId, device, slave, values) {
      const sentAt = uptime();
      const reply = new Promise<CommandReply>((resolve, reject) => {
        waiting.set(commandId, { deviceId: device.id, done: resolve, fail: reject });
      });
      const timer = setTimeout(() => waiting.get(commandId)?.fail(new Problem("deviceSilent")), timeoutMs);
      try {
        // A device that reads slowly takes the command late: that is waited for no longer than for its reply.
        const handed = broker()
          .publish(device.sn, "command", device.protocol.command({ id: commandId, slave, values }))
          .then((outcome) => {
            if (outcome !== "taken") throw new Problem(refusals[outcome]);
            return reply;
          });
        handed.catch(() => undefined);
        const { code, message } = await Promise.race([reply, handed]);
        return { code, message, milliseconds: Math.round(uptime() - sentAt) };
      } finally {
        clearTimeout(timer);
        waiting.delete(commandId);
      }
    },
    replied(deviceId, reply) {
      const command = waiting.get(reply.id);
      if (!command || command.deviceId !== deviceId) return false;
      command.done(reply);
      return true;
    },
    stop() {
      for (const command of waiting.values()) command.fail(new Problem("deviceSilent"));
    },
  };
};
