/** Modbus Application Protocol 1.1b3: what is asked of a slave and what it answers, without what a line puts around it. */

interface Place {
  /** Of the first register or bit, from 0 on. */
  address: number;
}

/** 1 coils, 2 discrete inputs, 3 holding registers, 4 input registers. */
export type ReadRequest = Place & { fn: 1 | 2 | 3 | 4; count: number };

/** 5 one coil, 6 one register, 15 coils, 16 registers, 22 one register through masks. */
export type WriteRequest = Place &
  (
    | { fn: 5; value: boolean }
    | { fn: 6; value: number }
    | { fn: 15; values: readonly boolean[] }
    | { fn: 16; values: readonly number[] }
    | { fn: 22; and: number; or: number }
  );

export type ModbusRequest = ReadRequest | WriteRequest;

export type ModbusAnswer =
  | { kind: "bits"; bits: boolean[] }
  | { kind: "registers"; registers: number[] }
  | { kind: "written" }
  | { kind: "exception"; code: number };

/** The most that one request may ask for or carry. */
export const most = { readBits: 2000, readRegisters: 125, writtenBits: 1968, writtenRegisters: 123 } as const;

const on = 0xff00;
const exceptionBit = 0x80;

const words = (fn: number, ...values: readonly number[]): Buffer => {
  const pdu = Buffer.alloc(1 + 2 * values.length);
  pdu[0] = fn;
  for (const [i, value] of values.entries()) pdu.writeUInt16BE(value, 1 + 2 * i);
  return pdu;
};

const packedBits = (bits: readonly boolean[]): Buffer => {
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8));
  for (const [i, bit] of bits.entries()) if (bit) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (1 << (i & 7));
  return bytes;
};

const counted = (head: Buffer, data: Buffer): Buffer => Buffer.concat([head, Buffer.from([data.length]), data]);

export const requestPdu = (request: ModbusRequest): Buffer => {
  const { fn, address } = request;
  switch (fn) {
    case 1:
    case 2:
    case 3:
    case 4:
      return words(fn, address, request.count);
    case 5:
      return words(fn, address, request.value ? on : 0);
    case 6:
      return words(fn, address, request.value);
    case 15:
      return counted(words(fn, address, request.values.length), packedBits(request.values));
    case 16:
      return counted(words(fn, address, request.values.length), words(0, ...request.values).subarray(1));
    case 22:
      return words(fn, address, request.and, request.or);
  }
};

const dataBytes = ({ fn, count }: ReadRequest): number => (fn <= 2 ? Math.ceil(count / 8) : 2 * count);

const isRead = (request: ModbusRequest): request is ReadRequest => request.fn <= 4;

/** Bytes of the answer when it is no exception. */
export const answerLength = (request: ModbusRequest): number => (isRead(request) ? 2 + dataBytes(request) : request.fn === 22 ? 7 : 5);

export const exceptionLength = 2;

/** What an answer repeats of a write. */
const repeated = (request: WriteRequest): Buffer => {
  const pdu = requestPdu(request);
  return request.fn === 15 || request.fn === 16 ? pdu.subarray(0, 5) : pdu;
};

/** How an answer to the request begins, as far as these bytes go; exceptions begin with another byte. */
export const begins = (request: ModbusRequest, pdu: Buffer): boolean => {
  if (!isRead(request)) {
    const whole = repeated(request);
    return pdu.equals(whole.subarray(0, pdu.length));
  }
  return (pdu.length < 1 || pdu[0] === request.fn) && (pdu.length < 2 || pdu[1] === dataBytes(request));
};

export const isException = (request: ModbusRequest, pdu: Buffer): boolean => pdu[0] === (request.fn | exceptionBit);

/** Reads an answer; undefined where it is none to this request. */
export const answerOf = (request: ModbusRequest, pdu: Buffer): ModbusAnswer | undefined => {
  if (pdu.length === exceptionLength && isException(request, pdu)) return { kind: "exception", code: pdu[1] ?? 0 };
  if (pdu.length !== answerLength(request) || !begins(request, pdu)) return undefined;
  if (!isRead(request)) return { kind: "written" };
  const { fn, count } = request;
  if (fn <= 2) return { kind: "bits", bits: Array.from({ length: count }, (_, i) => (((pdu[2 + (i >> 3)] ?? 0) >> (i & 7)) & 1) === 1) };
  return { kind: "registers", registers: Array.from({ length: count }, (_, i) => pdu.readUInt16BE(2 + 2 * i)) };
};
