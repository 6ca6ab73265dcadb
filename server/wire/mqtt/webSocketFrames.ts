import { Duplex } from "node:stream";

const empty = Buffer.alloc(0);
const wholeBinary = 0x82;
const masked = 0x80;
const keyBytes = 4;

/**
 * Follows the frames of a client's web socket through its chunks and hands each piece of a binary message on as a message of its own, as soon
 * as it comes: MQTT reads a stream, and nobody has to hold a frame until its end, however long it is. All else is handed on as it came, for
 * who judges what is wrong.
 */
export class FrameCutter {
  /** Of a frame whose header is not complete. */
  #header = empty;
  /** Bytes of the frame that are still to come. */
  #left = 0;
  /** Key of the frame that is cut; undefined: it is handed on as it is. */
  #key: Buffer | undefined;
  /** Bytes of the frame that have passed. */
  #passed = 0;
  /** A binary message goes on with the next frame. */
  #goesOn = false;

  cut(chunk: Buffer): Buffer[] {
    const parts: Buffer[] = [];
    let at = 0;
    while (at < chunk.length) {
      if (this.#left === 0) {
        at += this.#readHeader(chunk.subarray(at), parts);
        continue;
      }
      const piece = chunk.subarray(at, at + this.#left);
      if (this.#key) parts.push(headerOf(piece.length, this.#key, this.#passed));
      parts.push(piece);
      at += piece.length;
      this.#left -= piece.length;
      this.#passed += piece.length;
    }
    return parts;
  }

  /** Answers how many bytes belong to the header. */
  #readHeader(chunk: Buffer, parts: Buffer[]): number {
    const known = this.#header;
    const header = Buffer.concat([known, chunk.subarray(0, longestHeader - known.length)]);
    const length = headerLength(header);
    if (length === undefined || header.length < length) {
      this.#header = header;
      return chunk.length;
    }
    this.#header = empty;
    this.#begin(header.subarray(0, length), parts);
    return length - known.length;
  }

  #begin(header: Buffer, parts: Buffer[]): void {
    const [first = 0, second = 0] = header;
    const opcode = first & 0x0f;
    this.#left = payloadLength(header);
    this.#passed = 0;
    const binary = (first & 0x70) === 0 && (second & masked) !== 0 && (opcode === 2 || (opcode === 0 && this.#goesOn));
    this.#key = binary ? header.subarray(-keyBytes) : undefined;
    if (binary) this.#goesOn = first < 0x80;
    else parts.push(header);
  }
}

const longestHeader = 2 + 8 + keyBytes;

/** Undefined until it can be told. */
const headerLength = ([, second]: Buffer): number | undefined => {
  if (second === undefined) return undefined;
  const short = second & 0x7f;
  return 2 + (short === 126 ? 2 : short === 127 ? 8 : 0) + (second & masked ? keyBytes : 0);
};

const payloadLength = (header: Buffer): number => {
  const short = (header[1] ?? 0) & 0x7f;
  if (short === 126) return header.readUInt16BE(2);
  return short === 127 ? Number(header.readBigUInt64BE(2)) : short;
};

/** The header of a whole message; its key is turned to where the piece stands in the frame. */
const headerOf = (length: number, key: Buffer, passed: number): Buffer => {
  const turn = passed % keyBytes;
  const start = length < 126 ? [length] : length < 65_536 ? [126, length >> 8, length & 0xff] : undefined;
  const lengths = start ?? [127, 0, 0, 0, 0, length >>> 24, (length >>> 16) & 0xff, (length >>> 8) & 0xff, length & 0xff];
  const [short = 0, ...more] = lengths;
  return Buffer.from([wholeBinary, short | masked, ...more, ...key.subarray(turn), ...key.subarray(0, turn)]);
};

/** A client's connection as the web socket sees it, from behind its request on: its frames come cut. */
export class CutSocket extends Duplex {
  readonly #socket: Duplex;
  readonly #cutter = new FrameCutter();

  /** `head` came with the request. */
  constructor(socket: Duplex, head: Buffer) {
    super();
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("end", () => this.push(null));
    socket.on("error", (error) => this.destroy(error));
    socket.on("close", () => this.destroy());
    if (head.length > 0) this.#receive(head);
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }

  #receive(chunk: Buffer): void {
    let room = true;
    for (const part of this.#cutter.cut(chunk)) room = this.push(part);
    if (!room) this.#socket.pause();
  }
}
