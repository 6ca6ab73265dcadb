import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";

export interface ZipEntry {
  name: string;
  content: AsyncIterable<string> | Iterable<string>;
}

interface Written {
  name: Buffer;
  at: number;
  crc: number;
  packed: number;
  size: number;
}

const most = 0xffff_ffff;
/** Deflated, UTF-8 names, sizes behind the content: they are not known before. */
const version = 20;
const flags = 0x0808;
const deflated = 8;
/** 1980-01-01, the first day that the format knows: nothing reads it. */
const date = 0x0021;

const fieldsOf = (crc: number, packed: number, size: number): Buffer => {
  const fields = Buffer.alloc(12);
  fields.writeUInt32LE(crc, 0);
  fields.writeUInt32LE(packed, 4);
  fields.writeUInt32LE(size, 8);
  return fields;
};

const head = (signature: number, length: number): Buffer => {
  const part = Buffer.alloc(length);
  part.writeUInt32LE(signature, 0);
  return part;
};

const localHead = (name: Buffer): Buffer => {
  const part = head(0x04034b50, 30);
  part.writeUInt16LE(version, 4);
  part.writeUInt16LE(flags, 6);
  part.writeUInt16LE(deflated, 8);
  part.writeUInt16LE(date, 12);
  part.writeUInt16LE(name.length, 26);
  return Buffer.concat([part, name]);
};

const directoryEntry = ({ name, at, crc, packed, size }: Written): Buffer => {
  const part = head(0x02014b50, 46);
  part.writeUInt16LE(version, 4);
  part.writeUInt16LE(version, 6);
  part.writeUInt16LE(flags, 8);
  part.writeUInt16LE(deflated, 10);
  part.writeUInt16LE(date, 14);
  fieldsOf(crc, packed, size).copy(part, 16);
  part.writeUInt16LE(name.length, 28);
  part.writeUInt32LE(at, 42);
  return Buffer.concat([part, name]);
};

const directoryEnd = (entries: number, at: number, length: number): Buffer => {
  const part = head(0x06054b50, 22);
  part.writeUInt16LE(entries, 8);
  part.writeUInt16LE(entries, 10);
  part.writeUInt32LE(length, 12);
  part.writeUInt32LE(at, 16);
  return part;
};

/** A zip file written while its entries are read, in constant memory. Entries of more than 4 GB throw a RangeError. */
export async function* zip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const directory: Written[] = [];
  let at = 0;
  for (const entry of entries) {
    const written: Written = { name: Buffer.from(entry.name, "utf8"), at, crc: 0, packed: 0, size: 0 };
    const start = localHead(written.name);
    at += start.length;
    yield start;
    const deflate = createDeflateRaw({ level: 4 });
    const source = Readable.from(counted(entry.content, written));
    const flowing = pipeline(source, deflate);
    // Told by reading the deflater, which the pipeline destroys with the same fault.
    flowing.catch(() => undefined);
    for await (const chunk of deflate) {
      const bytes: Buffer = chunk;
      written.packed += bytes.length;
      yield bytes;
    }
    if (written.size > most || at + written.packed > most) throw new RangeError(`${entry.name} is larger than a zip file can say`);
    const end = Buffer.concat([head(0x08074b50, 4), fieldsOf(written.crc, written.packed, written.size)]);
    at += written.packed + end.length;
    yield end;
    directory.push(written);
  }
  const listed = Buffer.concat(directory.map(directoryEntry));
  yield listed;
  yield directoryEnd(directory.length, at, listed.length);
}

async function* counted(content: ZipEntry["content"], written: Written): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const bytes = Buffer.from(text, "utf8");
    written.crc = crc32(bytes, written.crc);
    written.size += bytes.length;
    yield bytes;
  }
}
