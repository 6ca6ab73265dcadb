import { AnswerReader } from "./answerReader.ts";
import type { Framing } from "./framing.ts";
import { type ModbusAnswer, type ModbusRequest, requestPdu } from "./pdu.ts";

export type Outcome = ModbusAnswer | { kind: "silent" } | { kind: "closed" };

interface Waiting {
  end(outcome: Outcome): void;
  timer: NodeJS.Timeout;
}

/** One line with many slaves: it carries one request at a time. */
export class ModbusBus {
  #framing: Framing;
  #write: (frame: Buffer) => void;
  #reader: AnswerReader;
  #waiting: Waiting | undefined;
  #transaction = 0;
  #closed = false;

  constructor(framing: Framing, write: (frame: Buffer) => void) {
    this.#framing = framing;
    this.#write = write;
    this.#reader = new AnswerReader(framing);
  }

  /** The bytes of the last answer. */
  get frame(): Buffer {
    return this.#reader.frame;
  }

  /** What came instead of the last answer. */
  get passed(): Buffer {
    return this.#reader.passed;
  }

  /** Not before the one before it is over. Resolves whatever happens. */
  ask(unit: number, request: ModbusRequest, timeoutMs: number): Promise<Outcome> {
    if (this.#closed) return Promise.resolve({ kind: "closed" });
    if (this.#waiting) throw new Error("the line carries a request already");
    this.#transaction = (this.#transaction + 1) & 0xffff;
    const expected = { unit, request, transaction: this.#transaction };
    this.#reader.expect(expected);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#end({ kind: "silent" }), timeoutMs);
      this.#waiting = { end: resolve, timer };
      this.#write(this.#framing.frame(expected, requestPdu(request)));
    });
  }

  heard(chunk: Buffer): void {
    const answer = this.#reader.push(chunk);
    if (answer) this.#end(answer);
  }

  close(): void {
    this.#closed = true;
    this.#end({ kind: "closed" });
  }

  #end(outcome: Outcome): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    this.#waiting = undefined;
    clearTimeout(waiting.timer);
    this.#reader.expect(undefined);
    waiting.end(outcome);
  }
}
