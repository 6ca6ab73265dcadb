import type { Expected, Framing } from "./framing.ts";
import type { ModbusAnswer } from "./pdu.ts";

/** Twice the longest frame: what stands before that has had its time. */
const mostHeld = 520;

/** Of what is no answer so much is kept to be shown. */
const mostPassed = 256;

const nothing: Buffer = Buffer.alloc(0);

/**
 * Finds the answer to one request in whatever a line brings: torn and glued frames, noise, echoes, heartbeats and answers to others are
 * passed over. What comes while nothing is expected is dropped.
 */
export class AnswerReader {
  #framing: Framing;
  #expected: Expected | undefined;
  #held = nothing;
  #frame = nothing;
  #passed = nothing;

  constructor(framing: Framing) {
    this.#framing = framing;
  }

  /** The bytes of the last answer. */
  get frame(): Buffer {
    return this.#frame;
  }

  /** What came while the last answer was expected and was none, or its first bytes. */
  get passed(): Buffer {
    return this.#passed;
  }

  /** What came before counts no more. */
  expect(expected: Expected | undefined): void {
    this.#expected = expected;
    this.#held = nothing;
    if (expected) this.#passed = nothing;
  }

  push(chunk: Buffer): ModbusAnswer | undefined {
    // A long chunk goes through in parts: an answer in its middle is found, whatever follows it.
    for (let at = 0; at < chunk.length; at += mostHeld / 2) {
      const answer = this.#take(chunk.subarray(at, at + mostHeld / 2));
      if (answer) return answer;
    }
    if (this.#expected && this.#passed.length < mostPassed)
      this.#passed = Buffer.concat([this.#passed, chunk.subarray(0, mostPassed - this.#passed.length)]);
    return undefined;
  }

  #take(part: Buffer): ModbusAnswer | undefined {
    const expected = this.#expected;
    if (!expected) return undefined;
    this.#held = this.#held.length === 0 ? part : Buffer.concat([this.#held, part]);
    let torn: number | undefined;
    for (let at = 0; at < this.#held.length; at += 1) {
      const match = this.#framing.match(this.#held, at, expected);
      if (match === "torn") torn ??= at;
      else if (match !== "no") {
        this.#frame = this.#held.subarray(at, match.end);
        this.expect(undefined);
        return match.answer;
      }
    }
    const from = Math.max(torn ?? this.#held.length, this.#held.length - mostHeld);
    this.#held = this.#held.subarray(from);
    return undefined;
  }
}
