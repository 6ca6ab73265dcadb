import type { AccessUnit, Sample } from "./accessUnits.ts";

const packetBytes = 188;
const pids = { table: 0, program: 0x1000, video: 0x100 } as const;
/** Ticks of 90 kHz that a picture is decoded before it is shown. */
const ahead = 9000;
/** Timestamps have 33 bits. */
const wrap = 2 ** 33;

/** CRC-32 of sections, as ISO/IEC 13818-1 annex A has it. */
const checksum = (bytes: Uint8Array): number => {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
};

/** A packet that holds a whole section, with its checksum, filled up. */
const sectionPacket = (pid: number, counter: number, section: readonly number[]): Buffer => {
  const packet = Buffer.alloc(packetBytes, 0xff);
  packet.set([0x47, 0x40 | (pid >> 8), pid & 0xff, 0x10 | (counter & 15), 0, ...section]);
  packet.writeUInt32BE(checksum(Uint8Array.from(section)), 5 + section.length);
  return packet;
};

const programTable = (counter: number): Buffer =>
  sectionPacket(pids.table, counter, [0x00, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0, 1, 0xe0 | (pids.program >> 8), pids.program & 0xff]);

const programMap = (counter: number): Buffer => {
  const video = [pids.video >> 8, pids.video & 0xff] as const;
  const streams = [0x1b, 0xe0 | video[0], video[1], 0xf0, 0];
  return sectionPacket(pids.program, counter, [0x02, 0xb0, 18, 0, 1, 0xc1, 0, 0, 0xe0 | video[0], video[1], 0xf0, 0, ...streams]);
};

/** A time as it stands in the header of a packet of a stream: 33 bits in five bytes with markers. */
const stamp = (ticks: number): number[] => {
  const low = ticks % 2 ** 15;
  const middle = Math.floor(ticks / 2 ** 15) % 2 ** 15;
  const high = Math.floor(ticks / 2 ** 30) % 8;
  return [0x20 | (high << 1) | 1, middle >> 7, ((middle & 0x7f) << 1) | 1, low >> 7, ((low & 0x7f) << 1) | 1];
};

const startCode = Uint8Array.of(0, 0, 0, 1);
const delimiter = Uint8Array.of(9, 0xf0);

const payloadOf = ({ sps, pps }: Sample, picture: AccessUnit, ticks: number): Buffer => {
  const units = [delimiter, ...(picture.key ? [sps, pps] : []), ...picture.units];
  const header = Buffer.from([0, 0, 1, 0xe0, 0, 0, 0x80, 0x80, 5, ...stamp((ticks + ahead) % wrap)]);
  return Buffer.concat([header, ...units.flatMap((unit) => [startCode, unit])]);
};

/** The clock of the program, in the field before the payload of a picture's first packet. */
const clockField = (ticks: number): number[] => {
  const base = ticks % wrap;
  const high = Math.floor(base / 2);
  return [0x10, (high >>> 24) & 0xff, (high >>> 16) & 0xff, (high >>> 8) & 0xff, high & 0xff, ((base % 2) << 7) | 0x7e, 0];
};

/** Cuts a picture into packets; the last one is filled up in front of its payload. */
const picturePackets = (payload: Buffer, ticks: number, key: boolean, firstCounter: number): Buffer[] => {
  const packets: Buffer[] = [];
  for (let at = 0; at < payload.length; ) {
    const first = at === 0;
    const clock = first ? clockField(ticks) : [];
    if (first && key) clock[0] = 0x50;
    const left = payload.length - at;
    const room = packetBytes - 4 - (first ? 1 + clock.length : 0);
    const taken = Math.min(left, room);
    const filled = packetBytes - 4 - taken;
    const field = filled === 0 ? [] : filled === 1 ? [0] : [filled - 1, ...(first ? clock : [0])];
    const packet = Buffer.alloc(packetBytes, 0xff);
    const control = field.length > 0 ? 0x30 : 0x10;
    packet.set([
      0x47,
      (first ? 0x40 : 0) | (pids.video >> 8),
      pids.video & 0xff,
      control | ((firstCounter + packets.length) & 15),
      ...field,
    ]);
    payload.copy(packet, packetBytes - taken, at, at + taken);
    packets.push(packet);
    at += taken;
  }
  return packets;
};

interface Segment {
  readonly bytes: Buffer;
  /** Packets of video in it, by which the counters of the next one go on. */
  readonly packets: number;
}

/**
 * A segment of an MPEG transport stream with H.264 alone. `ticks` is when its first picture is shown, in 90 kHz; `counter` how many packets
 * of video came before, `index` how many segments.
 */
export const segmentOf = (
  sample: Sample,
  pictures: readonly AccessUnit[],
  { ticks, every, counter, index }: { ticks: number; every: number; counter: number; index: number },
): Segment => {
  const packets: Buffer[] = [];
  for (const [place, picture] of pictures.entries()) {
    const at = ticks + place * every;
    packets.push(...picturePackets(payloadOf(sample, picture, at), at, picture.key, counter + packets.length));
  }
  return { bytes: Buffer.concat([programTable(index), programMap(index), ...packets]), packets: packets.length };
};
