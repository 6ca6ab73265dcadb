const localHeader = 0x04034b50;
const directoryEntry = 0x02014b50;
const directoryEnd = 0x06054b50;
const endBytes = 22;
const mostComment = 65_535;
const mostDirectory = 32 * 1_048_576;

const bytesOf = async (file: Blob, from: number, to: number): Promise<Buffer> => Buffer.from(await file.slice(from, to).arrayBuffer());

/** The end of the directory: the last one whose comment fills the rest of the file. */
const endIn = (tail: Buffer): Buffer | undefined => {
  for (let at = tail.length - endBytes; at >= 0; at -= 1)
    if (tail.readUInt32LE(at) === directoryEnd && at + endBytes + tail.readUInt16LE(at + 20) === tail.length) return tail.subarray(at);
  return undefined;
};

/** Names of the entries of a zip archive, read from its directory alone; undefined for what is none. */
export const zipNames = async (file: Blob): Promise<string[] | undefined> => {
  if (file.size < endBytes || (await bytesOf(file, 0, 4)).readUInt32LE() !== localHeader) return undefined;
  const tail = await bytesOf(file, Math.max(0, file.size - endBytes - mostComment), file.size);
  const end = endIn(tail);
  if (!end) return undefined;
  const [count, bytes, start] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  if (bytes > mostDirectory || start + bytes > file.size - end.length) return undefined;
  const directory = await bytesOf(file, start, start + bytes);
  const names: string[] = [];
  for (let at = 0; names.length < count; ) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== directoryEntry) return undefined;
    const name = directory.readUInt16LE(at + 28);
    const next = at + 46 + name + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    if (next > directory.length) return undefined;
    names.push(directory.toString("utf8", at + 46, at + 46 + name));
    at = next;
  }
  return names;
};
