import type { Readable } from "node:stream";

/** long: more bytes than a message may have; slow: it did not come in time; gone: the connection broke; stopped: nobody waits for it any more. */
export type NoBody = "long" | "slow" | "gone" | "stopped";

interface Options {
  /** Bytes. */
  most: number;
  withinMs: number;
  signal: AbortSignal;
}

/** Reads a body to its end and keeps at most `most` bytes of it. Never rejects. */
export const readPostBody = (body: Readable, { most, withinMs, signal }: Options): Promise<Buffer | NoBody> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (read: Buffer | NoBody): void => {
      clearTimeout(overdue);
      signal.removeEventListener("abort", stopped);
      body.off("data", take).off("end", ended).off("close", gone);
      resolve(read);
    };
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > most) return end("long");
      chunks.push(chunk);
    };
    const ended = (): void => end(Buffer.concat(chunks));
    const gone = (): void => end("gone");
    const stopped = (): void => end("stopped");
    const overdue = setTimeout(() => end("slow"), withinMs);
    if (signal.aborted) return stopped();
    signal.addEventListener("abort", stopped);
    body.on("error", () => undefined);
    body.on("data", take).on("end", ended).on("close", gone);
    if (body.destroyed) gone();
  });
