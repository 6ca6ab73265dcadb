import { crc16 } from "./crc16.ts";
import { answerLength, answerOf, begins, exceptionLength, isException, type ModbusAnswer, type ModbusRequest } from "./pdu.ts";

/** What a request waits for. */
export interface Expected {
  readonly unit: number;
  readonly request: ModbusRequest;
  /** Modbus TCP alone has it in its frames. */
  readonly transaction: number;
}

/** no: no answer begins there; torn: one may, and has not come whole. */
export type Match = { answer: ModbusAnswer; end: number } | "no" | "torn";

/** How requests and answers lie on a line. */
export interface Framing {
  frame(expected: Expected, pdu: Buffer): Buffer;
  /** Whether the expected answer begins at this byte. */
  match(bytes: Buffer, at: number, expected: Expected): Match;
}

const crcLength = 2;

/** Unit, PDU, CRC. The length of a frame is known by what was asked for alone. */
export const rtu: Framing = {
  frame({ unit }, pdu) {
    const frame = Buffer.alloc(pdu.length + 1 + crcLength);
    frame[0] = unit;
    pdu.copy(frame, 1);
    frame.writeUInt16LE(crc16(frame, 0, pdu.length + 1), pdu.length + 1);
    return frame;
  },
  match(bytes, at, { unit, request }) {
    if (bytes[at] !== unit) return "no";
    if (at + 1 >= bytes.length) return "torn";
    const refused = isException(request, bytes.subarray(at + 1, at + 2));
    const length = refused ? exceptionLength : answerLength(request);
    if (!refused && !begins(request, bytes.subarray(at + 1, Math.min(at + 1 + length, bytes.length)))) return "no";
    const end = at + 1 + length + crcLength;
    if (end > bytes.length) return "torn";
    if (crc16(bytes, at, end - crcLength) !== bytes.readUInt16LE(end - crcLength)) return "no";
    const answer = answerOf(request, bytes.subarray(at + 1, end - crcLength));
    return answer ? { answer, end } : "no";
  },
};

const headLength = 7;

/** The header of Modbus TCP (MBAP): transaction, protocol 0, length of what follows, unit. */
export const tcp: Framing = {
  frame({ unit, transaction }, pdu) {
    const head = Buffer.alloc(headLength);
    head.writeUInt16BE(transaction, 0);
    head.writeUInt16BE(pdu.length + 1, 4);
    head[6] = unit;
    return Buffer.concat([head, pdu]);
  },
  match(bytes, at, { unit, request, transaction }) {
    const expected = [transaction >> 8, transaction & 0xff, 0, 0, 0];
    if (expected.some((byte, i) => at + i < bytes.length && bytes[at + i] !== byte)) return "no";
    if (at + headLength > bytes.length) return "torn";
    const length = (bytes[at + 5] ?? 0) - 1;
    if (bytes[at + 6] !== unit || (length !== exceptionLength && length !== answerLength(request))) return "no";
    const end = at + headLength + length;
    if (end > bytes.length) return "torn";
    const answer = answerOf(request, bytes.subarray(at + headLength, end));
    return answer ? { answer, end } : "no";
  },
};

export const framings = { rtu, tcp } as const;
export type FramingName = keyof typeof framings;
