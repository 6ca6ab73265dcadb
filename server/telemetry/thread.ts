import { type TransferListItem, Worker } from "node:worker_threads";
import { type Calls, HELLO, type Question, type Reply, TROUBLE } from "./protocol.ts";

const LONGEST_PAUSE_MS = 30_000;

export interface Log {
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

export interface ThreadOptions {
  name: string;
  script: URL;
  data: object;
  log: Log;
  /** Work behind the answers failed, or went well again. */
  onTrouble?: (error: Error | undefined) => void;
  /** The thread answers again after a death. */
  onRestart?: () => void;
  /** An attempt to start again failed; the next one follows after a pause. */
  onRestartFailed?: (error: Error) => void;
}

interface Pending {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/** A worker thread that answers calls in order. When it dies, what it had not answered is rejected, and it is started again. */
export class Thread<C extends Calls> {
  /** Whether calls are taken. */
  up = false;
  readonly #options: ThreadOptions;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #lastId = HELLO;
  #failures = 0;
  #closing = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** Resolves with what the worker says when it is ready. */
  start(): Promise<unknown> {
    const { name, script, data } = this.#options;
    return new Promise((resolve, reject) => {
      const worker = new Worker(script, { name, execArgv: [], workerData: data });
      this.#worker = worker;
      let cause: Error | undefined;
      worker.on("message", (reply: Reply) => {
        if (reply.id === HELLO) {
          this.up = true;
          resolve("value" in reply ? reply.value : undefined);
        } else this.#answered(reply);
      });
      worker.on("error", (error: Error) => {
        cause = error;
      });
      worker.on("exit", (code) => {
        const error = new Error(`the ${name} ended with code ${code}${cause ? `: ${cause.message}` : ""}`, { cause });
        const wasUp = this.up;
        this.up = false;
        this.#worker = undefined;
        for (const { reject: refuse } of this.#pending.values()) refuse(error);
        this.#pending.clear();
        if (wasUp && !this.#closing) this.#restart(error);
        if (!wasUp) reject(error);
      });
    });
  }

  /** Rejects with the error of the call, or when the worker dies before it answers. */
  ask<K extends keyof C & string>(call: K, body: C[K]["ask"], transfer: readonly TransferListItem[] = []): Promise<C[K]["answer"]> {
    return new Promise((resolve, reject) => {
      if (!this.#worker || !this.up) throw new Error(`the ${this.#options.name} is not running`);
      const id = ++this.#lastId;
      this.#worker.postMessage({ id, call, body } satisfies Question, transfer);
      this.#pending.set(id, { resolve, reject });
    });
  }

  /** Lets the worker close after all earlier calls. */
  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#retry);
    const worker = this.#worker;
    if (!worker) return;
    try {
      if (this.up) await this.ask("close", null);
    } finally {
      await worker.terminate();
    }
  }

  #answered(reply: Reply): void {
    if (reply.id === TROUBLE) {
      this.#options.onTrouble?.("error" in reply ? reply.error : undefined);
      return;
    }
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ("error" in reply) pending?.reject(reply.error);
    else pending?.resolve(reply.value);
  }

  #restart(error: Error): void {
    const { name, log, onRestart, onRestartFailed } = this.#options;
    log.error({ err: error, worker: name }, `${name} died; starting it again`);
    this.start().then(
      () => {
        if (this.#closing) return;
        this.#failures = 0;
        log.info({ worker: name }, `${name} runs again`);
        onRestart?.();
      },
      (failure: Error) => {
        if (this.#closing) return;
        onRestartFailed?.(failure);
        const pause = Math.min(LONGEST_PAUSE_MS, 500 * 2 ** this.#failures++);
        this.#retry = setTimeout(() => this.#restart(failure), pause);
      },
    );
  }
}
