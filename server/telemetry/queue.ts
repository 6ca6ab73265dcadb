import { BATCH_ROWS, Batch, type BatchRows, buffersOfBatch, type SeriesKey } from "./batch.ts";
import type { WriterCalls } from "./protocol.ts";
import type { Value } from "./telemetry.ts";
import type { Thread } from "./thread.ts";

const GATHER_MS = 20;
const IN_FLIGHT = 2;
const WRITTEN = Promise.resolve();

interface Erasure {
  series: number[];
  resolve: () => void;
  reject: (error: Error) => void;
}

export interface QueueOptions {
  writer: Thread<WriterCalls>;
  /** The key of a series, if the numbered batch has to carry it. */
  keyOf: (series: number, batch: number) => SeriesKey | undefined;
  /** What is not judged when a batch is sent, if it has to carry that. */
  unjudged: () => BatchRows["unjudged"];
  /** The rows as they were written, and when they came. */
  onCommitted: (batch: BatchRows, arrivals: Float64Array) => void;
  /** What came of that failed; the batch is written all the same. */
  onFollowingFailed: (error: unknown) => void;
  onFailed: (error: Error) => void;
}

/**
 * Gathers readings into batches and sends them in order, at most two at once. With nothing under way a batch goes at the end of the turn
 * of the event loop; else it goes when it is full, when it is 20 ms old, or when the writer has nothing left to do.
 */
export class WriteQueue {
  readonly #options: QueueOptions;
  readonly #waiting: (Batch | Erasure)[] = [];
  readonly #sent: Batch[] = [];
  #open = new Batch(1);
  #timer: NodeJS.Timeout | undefined;
  #soon = false;
  #waitingBatches = 0;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  get congested(): boolean {
    return this.#sent.length + this.#waitingBatches > IN_FLIGHT;
  }

  get rows(): number {
    const rows = (batch: Batch | Erasure) => (batch instanceof Batch ? batch.data.rows : 0);
    return [...this.#sent, ...this.#waiting].reduce((sum, batch) => sum + rows(batch), this.#open.data.rows);
  }

  append(series: number, ts: number, value: Value, arrivedAt: number, marks: number): void {
    const batch = this.#open;
    const key = this.#options.keyOf(series, batch.number);
    if (key) batch.data.keys.push(key);
    batch.add(series, ts, value, arrivedAt, marks);
    if (batch.data.rows === BATCH_ROWS) {
      this.#seal();
      this.#send();
    } else if (batch.data.rows === 1) this.#plan();
  }

  committed(): Promise<void> {
    if (this.#open.data.rows > 0) return this.#open.promise;
    return this.#lastWaiting()?.promise ?? this.#sent.at(-1)?.promise ?? WRITTEN;
  }

  /** Deletes the series after all that was appended before. */
  erase(series: number[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#seal();
      this.#waiting.push({ series, resolve, reject });
      this.#send();
    });
  }

  /** Resolves when everything is written, or has failed. */
  async drained(): Promise<void> {
    this.#seal();
    this.#send();
    await this.committed().catch(() => {});
  }

  /** Resolves when what is not judged by now is written, behind everything else, or has failed. */
  async keepUnjudged(): Promise<void> {
    this.#seal();
    const batch = this.#open;
    this.#waiting.push(batch);
    this.#waitingBatches++;
    this.#open = new Batch(batch.number + 1);
    this.#send();
    await batch.promise.catch(() => {});
  }

  /** Sends what waits, after the writer came back. */
  resume(): void {
    this.#flush();
  }

  /** Gives up what waits: there is no writer to send it to. */
  refuse(error: Error): void {
    this.#seal();
    this.#waitingBatches = 0;
    for (const item of this.#waiting.splice(0)) {
      if (item instanceof Batch) item.settle(error);
      else item.reject(error);
    }
  }

  #plan(): void {
    if (this.#sent.length === 0 && !this.#soon) {
      this.#soon = true;
      setImmediate(() => {
        this.#soon = false;
        if (this.#sent.length === 0) this.#flush();
      });
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#sent.length < IN_FLIGHT) this.#flush();
    }, GATHER_MS);
  }

  #flush(): void {
    if (this.#waitingBatches === 0) this.#seal();
    this.#send();
  }

  #seal(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#open.data.rows === 0) return;
    this.#waiting.push(this.#open);
    this.#waitingBatches++;
    this.#open = new Batch(this.#open.number + 1);
  }

  #send(): void {
    const { writer } = this.#options;
    while (writer.up && this.#sent.length < IN_FLIGHT) {
      const next = this.#waiting.shift();
      if (!next) return;
      if (next instanceof Batch) this.#sendBatch(next);
      else writer.ask("erase", next.series).then(() => next.resolve(), next.reject);
    }
  }

  #sendBatch(batch: Batch): void {
    const { writer, unjudged, onFailed } = this.#options;
    this.#waitingBatches--;
    this.#sent.push(batch);
    batch.data.unjudged = unjudged();
    writer.ask("batch", batch.data, buffersOfBatch(batch.data)).then(
      (written) => {
        this.#follow(written, batch.arrivals);
        this.#settle(batch);
      },
      (error: Error) => {
        onFailed(error);
        for (const later of [...this.#sent, ...this.#waiting, this.#open]) {
          if (later instanceof Batch && later.number > batch.number && later.data.rows > 0) later.earlierFailure ??= error;
        }
        this.#settle(batch, error);
      },
    );
  }

  #follow(written: BatchRows, arrivals: Float64Array): void {
    const { onCommitted, onFollowingFailed } = this.#options;
    try {
      onCommitted(written, arrivals);
    } catch (error) {
      onFollowingFailed(error);
    }
  }

  #settle(batch: Batch, error?: Error): void {
    this.#sent.splice(this.#sent.indexOf(batch), 1);
    batch.settle(error);
    if (this.#sent.length === 0) this.#flush();
    else this.#send();
  }

  #lastWaiting(): Batch | undefined {
    return this.#waiting.findLast((item) => item instanceof Batch);
  }
}
