import type { RegisteredDevice } from "#server/wire/registered.ts";

/** Commands for devices that ask for them by posting. Kept in memory: a stop of the server ends them. */
export interface PushOutbox {
  /** false: as many wait for the device as may. */
  put(device: CommandedDevice, commandId: string, payload: string): boolean;
  /** It has not been collected yet. */
  waits(commandId: string): boolean;
  /** Takes back what has not been collected. */
  withdraw(commandId: string): void;
  /** Payloads of the commands that wait for the device, in the order in which they came. Handed over once. */
  collect(sn: string): string[];
  /** The device is silent: its commands are dropped. */
  drop(sn: string): void;
  /** Drops what was asked of devices that are not what they were then. */
  recall(isOther: (device: CommandedDevice) => boolean): void;
}

/** The device as it was when the command was asked. */
export type CommandedDevice = Pick<RegisteredDevice, "id" | "sn" | "slaves">;

interface Waiting {
  readonly device: CommandedDevice;
  readonly payload: string;
}

interface Options {
  collected(commandId: string): void;
  dropped(commandId: string): void;
}

/** Of one device. */
const mostWaiting = 20;

export const openPushOutbox = ({ collected, dropped }: Options): PushOutbox => {
  const waiting = new Map<string, Map<string, Waiting>>();
  const places = new Map<string, string>();
  const forget = (commandId: string): void => {
    const sn = places.get(commandId) ?? "";
    const commands = waiting.get(sn);
    places.delete(commandId);
    if (commands?.delete(commandId) && commands.size === 0) waiting.delete(sn);
  };
  const takeAll = (sn: string): [string, Waiting][] => {
    const commands = [...(waiting.get(sn) ?? [])];
    for (const [commandId] of commands) forget(commandId);
    return commands;
  };
  return {
    put(device, commandId, payload) {
      const { sn } = device;
      const commands = waiting.get(sn) ?? new Map<string, Waiting>();
      if (commands.size >= mostWaiting) return false;
      waiting.set(sn, commands.set(commandId, { device, payload }));
      places.set(commandId, sn);
      return true;
    },
    waits: (commandId) => places.has(commandId),
    withdraw: forget,
    collect(sn) {
      const commands = takeAll(sn);
      for (const [commandId] of commands) collected(commandId);
      return commands.map(([, { payload }]) => payload);
    },
    drop(sn) {
      for (const [commandId] of takeAll(sn)) dropped(commandId);
    },
    recall(isOther) {
      const others = [...waiting.values()].flatMap((commands) => [...commands].filter(([, { device }]) => isOther(device)));
      for (const [commandId] of others) {
        forget(commandId);
        dropped(commandId);
      }
    },
  };
};
