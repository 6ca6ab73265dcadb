import type { Broker } from "#server/device/broker.ts";
import { type CommandReply, commandPayload } from "#server/device/mqttJson.ts";
import type { RegisteredDevice } from "#server/device/registered.ts";
import { newId } from "#server/kit/newId.ts";
import { Problem } from "#server/kit/problem.ts";

export interface CommandResult {
  commandId: string;
  /** What the device answered: 0 is done, anything else its refusal. */
  code: number;
  message: string;
  milliseconds: number;
}

export interface CommandSender {
  /** Raw values by address. Throws deviceOffline when it cannot be handed over, deviceSilent when no reply comes in time. */
  send(device: RegisteredDevice, slave: number, values: Readonly<Record<string, number | string | boolean>>): Promise<CommandResult>;
  /** A device's reply; one that nobody waits for is answered false. */
  replied(deviceId: string, reply: CommandReply): boolean;
  stop(): void;
}

interface Waiting {
  deviceId: string;
  done(reply: CommandReply): void;
  fail(problem: Problem): void;
}

export const openCommands = (broker: () => Pick<Broker, "publish">, now: () => number, timeoutMs = 10_000): CommandSender => {
  const waiting = new Map<string, Waiting>();
  return {
    async send(device, slave, values) {
      const commandId = newId(now());
      const sentAt = now();
      const reply = new Promise<CommandReply>((resolve, reject) => {
        waiting.set(commandId, { deviceId: device.id, done: resolve, fail: reject });
      });
      reply.catch(() => undefined);
      const timer = setTimeout(() => waiting.get(commandId)?.fail(new Problem("deviceSilent")), timeoutMs);
      try {
        if (!(await broker().publish(device.sn, "command", commandPayload(commandId, slave, values)))) throw new Problem("deviceOffline");
        const { code, message } = await reply;
        return { commandId, code, message, milliseconds: now() - sentAt };
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
