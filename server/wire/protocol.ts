import type { FaultCode } from "#contract/messages.ts";
import type { Transmission } from "#contract/resources/deviceModel.ts";

/** What a device may send, whatever its transport calls it: below `gw/{sn}/` over MQTT, below `/push/{sn}/` over HTTP. */
export const upKinds = ["telemetry", "event", "location", "info", "command/reply", "ota/progress"] as const;
export type UpKind = (typeof upKinds)[number];

/** Bytes of one message, over any transport. */
export const mostPayload = 65_536;

/**
 * One raw value of a point: `key` is the point's address or English name, `ts` milliseconds, undefined where the arrival is to be taken.
 * Integers beyond 2^53 come as text.
 */
export interface Reading {
  slave: number;
  key: string;
  raw: unknown;
  ts: number | undefined;
}

/** `content` is text, or JSON written as text. */
export interface DeviceEvent {
  type: string;
  content: string;
}

/** Degrees, WGS-84; `ts` milliseconds, undefined where the arrival is to be taken. */
export interface DeviceLocation {
  lng: number;
  lat: number;
  ts: number | undefined;
}

/** Texts of at most 64 characters; `signal` in whatever unit the device has, dBm as a rule. */
export interface DeviceInfo {
  softwareVersion?: string;
  hardwareVersion?: string;
  parameterVersion?: string;
  signal?: number;
  iccid?: string;
}

/** `id` is the command's; `code` 0 is done, any other whole number a refusal. */
export interface CommandReply {
  id: string;
  code: number;
  message: string;
}

/** Raw values by address, as the device would send them; 64-bit integers beyond 2^53 as text. */
export interface Command {
  id: string;
  slave: number;
  values: Readonly<Record<string, number | string | boolean>>;
}

/** Something that a device sent and nobody could use. Kept as a code with its values; its text is made where it is read. */
export interface Fault {
  code: FaultCode;
  /** What the text of the code is filled with. */
  values?: Readonly<Record<string, string | number>>;
}

/** `hourly`: what goes on for long, such as a clock that is ahead, is told of once an hour under this name. */
export interface DecodeFault extends Fault {
  hourly?: string;
}

export type UpMessage =
  | { kind: "readings"; readings: readonly Reading[] }
  | { kind: "event"; event: DeviceEvent }
  | { kind: "location"; location: DeviceLocation }
  | { kind: "info"; info: DeviceInfo }
  | { kind: "reply"; reply: CommandReply }
  | { kind: "progress" };

/** What was made of a message. Without one nothing of it could be read; faults beside one cost the parts that they name alone. */
export interface Heard {
  message?: UpMessage;
  faults: readonly DecodeFault[];
}

/**
 * A language that devices speak: bytes in one direction, typed messages in the other. It knows neither the transport that the bytes come
 * by, nor points, tables and pages. It keeps nothing between messages and never throws for what a device sent: that is a fault.
 */
export interface Protocol {
  readonly name: Transmission;
  /** `arrivedAt` in milliseconds: what a time is held against that lies ahead. */
  decode(kind: UpKind, payload: Buffer, arrivedAt: number): Heard;
  /** The payload of a command. */
  command(command: Command): string;
}
