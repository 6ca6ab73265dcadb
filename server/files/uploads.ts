import { randomBytes } from "node:crypto";
import { createWriteStream, openAsBlob } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** An uploaded file that is held on disk: its content is read from there, piece by piece. Whoever keeps it moves it away from `path`. */
export class HeldFile extends File {
  readonly path: string;

  constructor(content: Blob, name: string, type: string, path: string) {
    super([content], name, { type });
    this.path = path;
  }
}

export interface Uploads {
  hold(content: Readable, name: string, type: string): Promise<HeldFile>;
  /** Removes what nobody has moved away. */
  drop(): Promise<void>;
}

const folderOf = (dataDir: string): string => join(dataDir, "uploads");

/** Removes what a server that was killed had not finished. */
export const clearUploads = (dataDir: string): Promise<void> => rm(folderOf(dataDir), { recursive: true, force: true });

/** Room on disk for the files of one call. */
export const openUploads = (dataDir: string): Uploads => {
  const paths: string[] = [];
  return {
    async hold(content, name, type) {
      const folder = folderOf(dataDir);
      await mkdir(folder, { recursive: true });
      const path = join(folder, randomBytes(18).toString("base64url"));
      paths.push(path);
      await pipeline(content, createWriteStream(path, { flags: "wx" }));
      return new HeldFile(await openAsBlob(path), name, type, path);
    },
    async drop() {
      for (const path of paths) await rm(path, { force: true });
    },
  };
};
