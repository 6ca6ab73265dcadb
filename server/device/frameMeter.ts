const disconnect = 14;

/** Follows the MQTT packets of one connection through its chunks, however they are cut. */
export class FrameMeter {
  #inBody = 0;
  /** Bytes of the fixed header that have been read; 0 between packets. */
  #header = 0;
  #length = 0;
  #type = 0;

  /** True once the last whole packet was a DISCONNECT. */
  get ended(): boolean {
    return this.#type === disconnect && this.#header === 0 && this.#inBody === 0;
  }

  /** The longest body, in bytes, that a length in this chunk announces; 0 when there is none. */
  longest(chunk: Uint8Array): number {
    let longest = 0;
    let at = 0;
    while (at < chunk.length) {
      if (this.#inBody > 0) {
        const step = Math.min(this.#inBody, chunk.length - at);
        this.#inBody -= step;
        at += step;
        continue;
      }
      const byte = chunk[at++] ?? 0;
      if (this.#header === 0) {
        this.#header = 1;
        this.#length = 0;
        this.#type = byte >> 4;
        continue;
      }
      this.#length += (byte & 0x7f) * 128 ** (this.#header - 1);
      this.#header += 1;
      longest = Math.max(longest, this.#length);
      // A fifth length byte is malformed; the parser behind says so.
      if (byte >= 0x80 && this.#header <= 4) continue;
      this.#inBody = this.#length;
      this.#header = 0;
    }
    return longest;
  }
}
