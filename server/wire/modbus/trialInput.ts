import { type Language, type MessageId, say } from "#contract/messages.ts";
import type { RegisterType } from "#contract/point/registers.ts";
import type { TriedFrame } from "#contract/point/registerTrial.ts";
import { crc16 } from "./crc16.ts";
import { exceptionFault } from "./exceptions.ts";
import { type FramingName, framings } from "./framing.ts";
import type { ModbusAnswer, ReadRequest } from "./pdu.ts";

/** Why nothing can be tried with what was typed, in the words of who typed it. */
export class TrialFault extends Error {
  readonly frame: TriedFrame | null;

  constructor(text: string, frame: TriedFrame | null = null) {
    super(text);
    this.name = "TrialFault";
    this.frame = frame;
  }
}

const types = { 1: "coil", 2: "discrete", 3: "holding", 4: "input" } as const satisfies Record<ReadRequest["fn"], RegisterType>;

const faultOf = (language: Language, message: MessageId, values: Record<string, string | number> = {}, frame?: TriedFrame): TrialFault =>
  new TrialFault(say(language, message, values), frame);

const tokensOf = (text: string): string[] => text.split(/[\s,;，；、]+/).filter((token) => token !== "");

/** Registers as they are typed: decimal, with a sign, or 0x1234; of coils and discrete inputs each 0 or 1. Throws a TrialFault. */
export const typedRegisters = (text: string, bits: boolean, language: Language): number[] =>
  tokensOf(text).map((written) => {
    const token = written.replace("−", "-");
    if (bits) {
      if (!/^[01]$/.test(token)) throw faultOf(language, "trial.bit", { token: written.slice(0, 20) });
      return Number(token);
    }
    if (!/^(?:[+-]?\d{1,9}|0x[0-9a-f]{1,8})$/i.test(token)) throw faultOf(language, "trial.token", { token: written.slice(0, 20) });
    const value = Number(token);
    if (value < -0x8000 || value > 0xffff) throw faultOf(language, "trial.range", { token });
    return value & 0xffff;
  });

const bytesIn = (text: string, language: Language): Buffer => {
  const digits = text.replace(/0x/gi, " ").replace(/[\s,;:，；、-]+/g, "");
  if (!/^(?:[0-9a-f]{2})+$/i.test(digits)) throw faultOf(language, "trial.hex");
  return Buffer.from(digits, "hex");
};

const lineOrder = (crc: number): string =>
  Buffer.from([crc & 0xff, crc >> 8])
    .toString("hex")
    .toUpperCase();

const isRead = (fn: number): fn is ReadRequest["fn"] => fn >= 1 && fn <= 4;

/** What stands around the PDU. */
const around = { rtu: { head: 1, tail: 2 }, tcp: { head: 7, tail: 0 } } as const;

const frameOf = (bytes: Buffer, framing: FramingName): TriedFrame => {
  const { head, tail } = around[framing];
  const fn = bytes[head] ?? 0;
  const isException = fn > 0x80;
  return {
    unit: bytes[head - 1] ?? 0,
    fn: isException ? fn - 0x80 : fn,
    exception: isException ? (bytes[head + 1] ?? 0) : null,
    bytes: isException ? 0 : (bytes[head + 1] ?? 0),
    transaction: framing === "tcp" ? bytes.readUInt16BE(0) : null,
    crc: framing === "rtu" ? lineOrder(bytes.readUInt16LE(bytes.length - tail)) : null,
    rightCrc: framing === "rtu" ? lineOrder(crc16(bytes, 0, bytes.length - tail)) : null,
  };
};

export interface ReadFrame {
  readonly frame: TriedFrame;
  readonly type: RegisterType;
  /** Registers, or bits as 0 and 1. */
  readonly words: number[];
}

const wordsOf = (answer: ModbusAnswer): number[] | undefined =>
  answer.kind === "registers" ? answer.registers : answer.kind === "bits" ? answer.bits.map(Number) : undefined;

/**
 * The whole answer to a read, as it comes by a line of this framing, in hexadecimal digits. Throws a TrialFault for what the server would not
 * take, with as much of the frame as can be told. `address` names the point that an exception is about.
 */
export const typedFrame = (text: string, framing: FramingName, address: string, language: Language): ReadFrame => {
  const bytes = bytesIn(text, language);
  const { head, tail } = around[framing];
  if (bytes.length < head + 2 + tail) throw faultOf(language, "trial.short", { bytes: bytes.length });
  const frame = frameOf(bytes, framing);
  const { unit, fn, exception, crc, rightCrc } = frame;
  if (crc !== rightCrc) throw faultOf(language, "trial.crc", { crc: crc ?? "", right: rightCrc ?? "" }, frame);
  if (framing === "tcp" && (bytes.readUInt16BE(2) !== 0 || bytes.readUInt16BE(4) !== bytes.length - head + 1))
    throw faultOf(language, "trial.header", {}, frame);
  if (!isRead(fn)) throw faultOf(language, "trial.function", { fn }, frame);
  const length = bytes.length - head - 2 - tail;
  if (exception === null && length !== frame.bytes) throw faultOf(language, "trial.bytes", { said: frame.bytes, bytes: length }, frame);
  const request: ReadRequest = { fn, address: 0, count: fn <= 2 ? 8 * frame.bytes : frame.bytes >> 1 };
  const match = framings[framing].match(bytes, 0, { unit, request, transaction: frame.transaction ?? 0 });
  if (match === "no" || match === "torn" || match.end !== bytes.length) throw faultOf(language, "trial.answer", {}, frame);
  if (match.answer.kind === "exception") {
    const { code, values } = exceptionFault(unit, address, match.answer.code);
    throw faultOf(language, `fault.${code}`, values, frame);
  }
  return { frame, type: types[fn], words: wordsOf(match.answer) ?? [] };
};
