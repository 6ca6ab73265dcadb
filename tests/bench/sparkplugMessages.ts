import { commandPayload } from "#server/wire/sparkplug/commandPayload.ts";
import { dataTypes } from "#server/wire/sparkplug/dataTypes.ts";

interface Values {
  readonly ts: number;
  readonly t: number;
  readonly p: number;
  readonly n: number;
}

/** What an edge node begins with: its own birth and that of its device 1, whose three metrics have the aliases 1 to 3. */
export const birthsOf = (sn: string): [topic: string, payload: Buffer][] => {
  const metrics = [
    { name: "t", alias: 1, type: dataTypes.int32, value: 0 },
    { name: "p", alias: 2, type: dataTypes.double, value: 0 },
    { name: "n", alias: 3, type: dataTypes.int64, value: 0 },
  ];
  const born = (some: typeof metrics, seq: number): Buffer =>
    Buffer.concat([commandPayload(some, Date.UTC(2020, 0, 1)) ?? Buffer.alloc(0), Buffer.from([0x18, seq])]);
  return [
    [`spBv1.0/bench/NBIRTH/${sn}`, born([], 0)],
    [`spBv1.0/bench/DBIRTH/${sn}/1`, born(metrics, 1)],
  ];
};

const put = (bytes: Buffer, from: number, value: number): number => {
  let at = from;
  let left = value;
  for (; left > 127; left = Math.floor(left / 128)) at = bytes.writeUInt8((left % 128) | 0x80, at);
  return bytes.writeUInt8(left, at);
};

/** Three metrics by their aliases, at one time; written by hand, since publishers are to cost the machine little. */
export const dataOf = ({ ts, t, p, n }: Values, seq: number): Buffer => {
  const bytes = Buffer.allocUnsafe(64);
  let at = put(bytes, bytes.writeUInt8(0x08, 0), ts);
  const metric = (alias: number, key: number, write: (from: number) => number): void => {
    const length = bytes.writeUInt8(0x12, at);
    const begin = bytes.writeUInt8(alias, bytes.writeUInt8(0x10, length + 1));
    at = write(bytes.writeUInt8(key, begin));
    bytes.writeUInt8(at - length - 1, length);
  };
  metric(1, 0x50, (from) => put(bytes, from, t));
  metric(2, 0x69, (from) => bytes.writeDoubleLE(p, from));
  metric(3, 0x58, (from) => put(bytes, from, n));
  return bytes.subarray(0, put(bytes, bytes.writeUInt8(0x18, at), seq % 256));
};
