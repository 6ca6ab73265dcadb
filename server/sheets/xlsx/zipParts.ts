import { crc32 } from "node:zlib";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { SheetFault } from "#server/sheets/fault.ts";

/** The parts of a zip file by name, whatever the case of its letters. */
export class ZipParts {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #mostBytes: number;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, mostBytes: number) {
    this.#zip = zip;
    this.#entries = entries;
    this.#mostBytes = mostBytes;
  }

  /** Rejects where the directory at the end is missing or damaged. */
  static async open(file: Buffer, mostBytes: number): Promise<ZipParts> {
    const zip = await fromBufferPromise(file, { lazyEntries: true });
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
    return new ZipParts(zip, entries, mostBytes);
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** The text of a part in pieces, unpacked while it is read. Throws where it is larger than it may be, or not what was packed. */
  async *text(name: string): AsyncGenerator<string> {
    const entry = this.#entries.get(name.toLowerCase());
    if (!entry) throw new SheetFault("torn");
    if (entry.uncompressedSize > this.#mostBytes) throw new SheetFault("tooMuch", { limit: this.#mostBytes });
    const stream = await this.#zip.openReadStreamPromise(entry);
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let crc = 0;
    for await (const chunk of stream) {
      const bytes: Buffer = chunk;
      crc = crc32(bytes, crc);
      yield decoder.decode(bytes, { stream: true });
    }
    if (crc !== entry.crc32) throw new SheetFault("torn");
    yield decoder.decode();
  }
}
