import type { CodeName } from "#contract/codes.ts";
import type { WrittenValue as Raw } from "#contract/point/writtenValue.ts";
import type { LaterEvent } from "./laterRows.ts";

/** A command that is not sent now, with its row of the device's log. */
export interface LaterCommand {
  readonly event: LaterEvent;
  readonly content: object;
  readonly slave: number;
  /** As they were asked for, by the ids of their points. */
  readonly asked: Readonly<Record<string, Raw>>;
  /** Seconds that it stays valid for a device that is away. */
  readonly keep: number | undefined;
}

/**
 * Commands for a time, and for devices that are away. They are in the database until they were sent, have expired or were called off, and are
 * sent once: what was under way at a kill is not sent again. Who asked must have the right to when it is sent, too.
 */
export interface LaterCommands {
  /** Throws commandsFull where too many wait for the device. */
  plan(command: LaterCommand & { readonly dueAt: number }): Promise<void>;
  /** Keeps what could not be sent, for this reason; false where it is not to be kept. */
  hold(command: LaterCommand, why: CodeName): Promise<boolean>;
  /** A device may take commands now. */
  reachable(deviceId: string): void;
  /** One that a device was to take with its next post has ended. */
  ended(commandId: string, result: "deviceSilent" | "commandExpired"): Promise<void>;
  /** Looks at what is due, and resolves when nothing is under way. */
  look(): Promise<void>;
  begin(): Promise<void>;
  /** These are gone. */
  forget(deviceIds: readonly string[]): void;
  /** Begins nothing any more: the devices' connections are about to close. */
  rest(): void;
  stop(): Promise<void>;
}
