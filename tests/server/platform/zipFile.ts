const part = (size: number, values: readonly [at: number, value: number, bytes: 2 | 4][]): Buffer => {
  const buffer = Buffer.alloc(size);
  for (const [at, value, bytes] of values) {
    if (bytes === 2) buffer.writeUInt16LE(value, at);
    else buffer.writeUInt32LE(value, at);
  }
  return buffer;
};

/** A zip archive of stored entries. */
export const zipOf = (entries: Readonly<Record<string, string | Buffer>>): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(entries)) {
    const content = Buffer.from(text);
    const label = Buffer.from(name);
    const sizes = (from: number): [number, number, 4][] => [
      [from, content.length, 4],
      [from + 4, content.length, 4],
    ];
    const file = Buffer.concat([part(30, [[0, 0x04034b50, 4], ...sizes(18), [26, label.length, 2]]), label, content]);
    directory.push(part(46, [[0, 0x02014b50, 4], ...sizes(20), [28, label.length, 2], [42, at, 4]]), label);
    files.push(file);
    at += file.length;
  }
  const count = Object.keys(entries).length;
  const listed = Buffer.concat(directory);
  const end = part(22, [
    [0, 0x06054b50, 4],
    [8, count, 2],
    [10, count, 2],
    [12, listed.length, 4],
    [16, at, 4],
  ]);
  return Buffer.concat([...files, listed, end]);
};

export const apk = zipOf({ "AndroidManifest.xml": "<manifest/>", "classes.dex": "dex" });
export const ipa = zipOf({ "Payload/Console.app/Info.plist": "<plist/>", "Payload/Console.app/Console": "binary" });
