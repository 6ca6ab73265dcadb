import type { Readable } from "node:stream";

/** What a call with answer `file` gives back. */
export interface FileAnswer {
  readonly fileName: string;
  readonly contentType: string;
  readonly body: Readable | Buffer | string;
}
