const wire = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;
const mostVarintBytes = 10;

/**
 * Fields of a protobuf message, one after the other. It never throws: once it has met what is no protobuf it is `broken`, and what it
 * answers from then on means nothing.
 */
export class ProtoReader {
  readonly #bytes: Buffer;
  #at: number;
  readonly #end: number;
  /** Of the field that `next` has come to. */
  field = 0;
  #wire = 0;
  broken = false;
  /** The halves of the last number, since no double holds 64 bits. */
  low = 0;
  high = 0;

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = at;
    this.#end = end;
  }

  /** Goes to the next field; false: there is none. */
  next(): boolean {
    if (this.broken || this.#at >= this.#end) return false;
    const key = this.#varint();
    this.field = Math.floor(key / 8);
    this.#wire = this.low & 7;
    if (this.field === 0) this.broken = true;
    return !this.broken;
  }

  /** A whole number; beyond 2^53 the halves have it. */
  whole(): number {
    return this.#is(wire.varint) ? this.#varint() : 0;
  }

  float(): number {
    const at = this.#is(wire.fixed32) ? this.#taken(4) : -1;
    return at < 0 ? 0 : this.#bytes.readFloatLE(at);
  }

  double(): number {
    const at = this.#is(wire.fixed64) ? this.#taken(8) : -1;
    return at < 0 ? 0 : this.#bytes.readDoubleLE(at);
  }

  text(): string {
    const size = this.#is(wire.bytes) ? this.#varint() : 0;
    const at = this.#taken(size);
    return at < 0 ? "" : this.#bytes.toString("utf8", at, at + size);
  }

  /** A message within this one. */
  message(): ProtoReader {
    const size = this.#is(wire.bytes) ? this.#varint() : 0;
    const at = this.#taken(size);
    return at < 0 ? new ProtoReader(this.#bytes, 0, 0) : new ProtoReader(this.#bytes, at, at + size);
  }

  /** Passes the field over, whatever it holds. Groups, which are no more in use, are not read. */
  skip(): void {
    if (this.#wire === wire.varint) this.#varint();
    else if (this.#wire === wire.fixed64) this.#taken(8);
    else if (this.#wire === wire.fixed32) this.#taken(4);
    else if (this.#wire === wire.bytes) this.#taken(this.#varint());
    else this.broken = true;
  }

  #is(type: number): boolean {
    if (this.#wire !== type) this.broken = true;
    return !this.broken;
  }

  /** Where so many bytes begin, or -1. */
  #taken(size: number): number {
    const at = this.#at;
    if (this.broken || size > this.#end - at) {
      this.broken = true;
      return -1;
    }
    this.#at = at + size;
    return at;
  }

  #varint(): number {
    let low = 0;
    let high = 0;
    for (let i = 0; i < mostVarintBytes; i += 1) {
      const byte = this.#at < this.#end ? (this.#bytes[this.#at] ?? 0) : -1;
      if (byte < 0) break;
      this.#at += 1;
      const part = byte & 0x7f;
      if (i < 4) low |= part << (7 * i);
      else if (i === 4) {
        low |= part << 28;
        high = part >> 4;
      } else high |= part << (7 * i - 32);
      if (byte < 0x80) {
        this.low = low >>> 0;
        this.high = high >>> 0;
        return this.high * 2 ** 32 + this.low;
      }
    }
    this.broken = true;
    return 0;
  }
}
