import { Worker } from "node:worker_threads";
import { SheetFault } from "./fault.ts";
import type { Answer, Ask, Opened, ReadOrder } from "./protocol.ts";
import type { Portion } from "./sheet.ts";

const script = new URL("./reader.ts", import.meta.url);

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** A thread that reads one file, and is ended with it: what it needs of memory and time is its own. */
export class ReadingThread {
  readonly #worker: Worker;
  readonly #milliseconds: number;
  #waiting: Waiting | undefined;
  #failure: Error | undefined;

  constructor(order: ReadOrder) {
    const { milliseconds, megabytes } = order.limits;
    this.#milliseconds = milliseconds;
    this.#worker = new Worker(script, {
      name: "sheets",
      execArgv: [],
      env: {},
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 64 },
      // A library says what it does not know of a file.
      stdout: true,
      stderr: true,
    });
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.on("message", (answer: Answer) => this.#waiting?.resolve(answer));
    this.#worker.on("error", (error: Error & { code?: string }) => {
      this.#fail(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new SheetFault("tooMuchMemory", { limit: megabytes }, error) : error);
    });
    this.#worker.on("exit", (code) => this.#fail(new Error(`the thread that reads a table ended with code ${code}`)));
  }

  /** What the thread says first. */
  async opened(): Promise<Opened> {
    const answer = await this.#answer();
    if ("opened" in answer) return answer.opened;
    throw new Error("the thread has not said what it opened");
  }

  /** null after the last one. */
  async portion(ask: Ask): Promise<Portion | null> {
    this.#worker.postMessage(ask);
    const answer = await this.#answer();
    if ("portion" in answer) return answer.portion;
    throw new Error("the thread has not said what stands in the sheet");
  }

  end(): Promise<number> {
    return this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#waiting?.reject(this.#failure);
  }

  async #answer(): Promise<Answer> {
    if (this.#failure) throw this.#failure;
    if (this.#waiting) throw new Error("one portion is asked for after the other");
    const timer = setTimeout(() => this.#fail(new SheetFault("tooSlow", { limit: this.#milliseconds })), this.#milliseconds);
    try {
      const answer = await new Promise<Answer>((resolve, reject) => {
        this.#waiting = { resolve, reject };
      });
      if ("fault" in answer) throw new SheetFault(answer.fault.code, answer.fault.detail, answer.fault.cause);
      return answer;
    } finally {
      clearTimeout(timer);
      this.#waiting = undefined;
    }
  }
}
