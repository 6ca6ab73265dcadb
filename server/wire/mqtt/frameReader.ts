import { randomBytes } from "node:crypto";

const publish = 3;
const disconnect = 14;
const connect = 1;
const mark = randomBytes(16);

/** What a stretch of the stream holds. */
export interface Stretch {
  /** To be handed on. */
  parts: Buffer[];
  packets: number;
  /** Of them: what carries nothing of the device's, such as PINGREQ and SUBSCRIBE. */
  idle: number;
  /** Bytes that were read of the chunk. */
  bytes: number;
  /** A packet announces more bytes than any may have that is no PUBLISH. */
  tooLong: number;
  /** It ends with a CONNECT. */
  connect: boolean;
}

/** All but PUBLISH and the four that acknowledge one. */
const isIdle = (type: number): boolean => type < 3 || type > 7;

/**
 * Follows the MQTT packets of one connection through its chunks, however they are cut. A PUBLISH that announces more than `limit` bytes is
 * not collected: once its last byte has passed, one with the same topic and id is handed on whose payload is a mark that no device can
 * know, with the length of the real one.
 */
export class FrameReader {
  #limit: number;
  #inBody = 0;
  /** Bytes of the fixed header that have been read; 0 between packets. */
  #header = 0;
  #first = 0;
  #length = 0;
  /** Those of them that came with earlier chunks. */
  #begun = Buffer.alloc(0);
  /** Topic and id of a PUBLISH that is passed over, as far as they came. */
  #head: Buffer | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** True once the last whole packet was a DISCONNECT. */
  get ended(): boolean {
    return this.#first >> 4 === disconnect && this.#header === 0 && this.#inBody === 0;
  }

  /** Reads the chunk from a place on, until `most` packets or `bytes` have come or a CONNECT is complete; packets are not cut in two. */
  read(chunk: Buffer, from: number, most: number, bytes: number): Stretch {
    const stretch: Stretch = { parts: [], packets: 0, idle: 0, bytes: 0, tooLong: 0, connect: false };
    let at = from;
    let kept = from;
    /** Where the packet begins whose fixed header is being read; -1 in an earlier chunk. */
    let begins = -1;
    const keep = (end: number): void => {
      if (end > kept) stretch.parts.push(chunk.subarray(kept, end));
      kept = at;
    };
    while (at < chunk.length) {
      if (this.#inBody > 0) {
        const step = Math.min(this.#inBody, chunk.length - at);
        if (this.#head) this.#head = withHead(this.#head, this.#first, chunk.subarray(at, at + step));
        this.#inBody -= step;
        at += step;
        if (this.#head) kept = at;
        if (this.#inBody > 0) continue;
        if (this.#head) stretch.parts.push(this.#stub(this.#head));
        this.#head = undefined;
        stretch.connect = this.#first >> 4 === connect;
        if (stretch.connect) break;
        continue;
      }
      if (this.#header === 0 && (stretch.packets >= most || at - from >= bytes)) break;
      const byte = chunk[at++] ?? 0;
      if (this.#header === 0) {
        begins = at - 1;
        this.#header = 1;
        this.#first = byte;
        this.#length = 0;
        continue;
      }
      this.#length += (byte & 0x7f) * 128 ** (this.#header - 1);
      this.#header += 1;
      // A fifth length byte is malformed; the parser behind says so.
      if (byte >= 0x80 && this.#header <= 4) continue;
      this.#header = 0;
      this.#inBody = this.#length;
      stretch.packets += 1;
      if (isIdle(this.#first >> 4)) stretch.idle += 1;
      if (this.#length > this.#limit) {
        if (begins >= 0) keep(begins);
        if (this.#first >> 4 !== publish) {
          stretch.tooLong = this.#length;
          break;
        }
        kept = at;
        this.#head = Buffer.alloc(0);
      } else if (begins < 0) {
        stretch.parts.push(Buffer.concat([this.#begun, chunk.subarray(from, at)]));
        kept = at;
      }
    }
    if (this.#header > 0) {
      if (begins >= 0) keep(begins);
      this.#begun = Buffer.concat(begins >= 0 ? [chunk.subarray(begins)] : [this.#begun, chunk.subarray(from)]);
    } else if (!this.#head && stretch.tooLong === 0) keep(at);
    stretch.bytes = at - from;
    return stretch;
  }

  #stub(head: Buffer): Buffer {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(Math.max(0, this.#length - head.length));
    const body = Buffer.concat([head, mark, size]);
    return Buffer.concat([Buffer.from([this.#first, ...variableLength(body.length)]), body]);
  }
}

/** Bytes of the payload that this one stands for; undefined for one that came as it is. */
export const passedOver = (payload: Buffer): number | undefined => {
  if (payload.length !== mark.length + 4 || !payload.subarray(0, mark.length).equals(mark)) return undefined;
  return payload.readUInt32BE(mark.length);
};

/** Topic and id of a PUBLISH with what came of them. */
const withHead = (head: Buffer, first: number, body: Buffer): Buffer => {
  const begun = head.length < 2 ? Buffer.concat([head, body.subarray(0, 2 - head.length)]) : head;
  const rest = body.subarray(begun.length - head.length);
  if (begun.length < 2 || rest.length === 0) return begun;
  const missing = 2 + begun.readUInt16BE(0) + ((first & 0x06) > 0 ? 2 : 0) - begun.length;
  return missing > 0 ? Buffer.concat([begun, rest.subarray(0, missing)]) : begun;
};

const variableLength = (length: number): number[] => {
  const bytes: number[] = [];
  for (let left = length; left > 0 || bytes.length === 0; left >>= 7) bytes.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
  return bytes;
};
