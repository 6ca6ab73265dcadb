import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export interface JobFiles {
  /** Bytes of what was written; nothing is left of what was broken off. */
  write(id: string, body: Readable | Buffer | string, signal?: AbortSignal): Promise<number>;
  /** Undefined when it is not there (any more). */
  read(id: string): Promise<Readable | undefined>;
  remove(id: string): Promise<void>;
  /** Removes those of jobs that are not there; `known` is asked which of these are. */
  sweep(known: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>;
}

const halfWritten = ".part";

const isMissing = (fault: unknown): boolean => fault instanceof Error && "code" in fault && fault.code === "ENOENT";

/** Files that jobs made, in a folder of the data folder. */
export const openJobFiles = (dataDir: string): JobFiles => {
  const folder = join(dataDir, "jobs");
  const place = (id: string): string => join(folder, id);
  const part = (id: string): string => place(id) + halfWritten;
  return {
    async write(id, body, signal) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        const source = body instanceof Readable ? body : Readable.from([body]);
        await pipeline(source, createWriteStream(part(id), { mode: 0o600, flush: true }), { ...(signal ? { signal } : {}) });
        await rename(part(id), place(id));
        return (await stat(place(id))).size;
      } catch (fault) {
        await rm(part(id), { force: true });
        throw fault;
      }
    },
    async read(id) {
      try {
        await stat(place(id));
        return createReadStream(place(id));
      } catch (fault) {
        if (isMissing(fault)) return undefined;
        throw fault;
      }
    },
    async remove(id) {
      await rm(place(id), { force: true });
    },
    async sweep(known) {
      const names = await readdir(folder).catch((fault: unknown) => {
        if (isMissing(fault)) return [];
        throw fault;
      });
      const idOf = (name: string): string => (name.endsWith(halfWritten) ? name.slice(0, -halfWritten.length) : name);
      const there = await known(names.map(idOf));
      for (const name of names) if (!there.has(idOf(name))) await rm(join(folder, name), { force: true });
    },
  };
};
