const mask = 0x7fn;

/** Bytes of a protobuf message, field by field. */
export class ProtoWriter {
  readonly #parts: Buffer[] = [];

  /** Negative numbers as the 64 bits of their complement. */
  whole(field: number, value: number | bigint): this {
    return this.#put(varint(BigInt(field) << 3n), varint(BigInt.asUintN(64, BigInt(value))));
  }

  float(field: number, value: number): this {
    const bytes = Buffer.alloc(4);
    bytes.writeFloatLE(value);
    return this.#put(varint((BigInt(field) << 3n) | 5n), bytes);
  }

  double(field: number, value: number): this {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    return this.#put(varint((BigInt(field) << 3n) | 1n), bytes);
  }

  bytes(field: number, value: Buffer): this {
    return this.#put(varint((BigInt(field) << 3n) | 2n), varint(BigInt(value.length)), value);
  }

  text(field: number, value: string): this {
    return this.bytes(field, Buffer.from(value));
  }

  end(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #put(...parts: Buffer[]): this {
    this.#parts.push(...parts);
    return this;
  }
}

const varint = (value: bigint): Buffer => {
  const bytes: number[] = [];
  for (let left = value; left > 0n || bytes.length === 0; left >>= 7n) bytes.push(Number(left & mask) | (left > mask ? 0x80 : 0));
  return Buffer.from(bytes);
};
