import type { AccessUnit, Sample } from "./accessUnits.ts";

const video = 9;
const [keyPicture, otherPicture] = [0x17, 0x27] as const;

const sized = (unit: Uint8Array, bytes: 2 | 4): Buffer => {
  const framed = Buffer.alloc(bytes + unit.length);
  framed.writeUIntBE(unit.length, 0, bytes);
  framed.set(unit, bytes);
  return framed;
};

/** `at`: when it is shown, in milliseconds. */
const tag = (at: number, content: Buffer): Buffer => {
  const framed = Buffer.alloc(11 + content.length + 4);
  framed[0] = video;
  framed.writeUIntBE(content.length, 1, 3);
  framed.writeUIntBE(at % 2 ** 24, 4, 3);
  framed[7] = Math.floor(at / 2 ** 24) & 0xff;
  content.copy(framed, 11);
  framed.writeUInt32BE(11 + content.length, 11 + content.length);
  return framed;
};

/** What an FLV stream of H.264 alone begins with: its header and the parameters of its decoder (ISO/IEC 14496-15). */
export const flvHead = ({ sps, pps }: Sample): Buffer => {
  const [, profile = 0, compatibility = 0, level = 0] = sps;
  const decoder = Buffer.concat([
    Buffer.from([1, profile, compatibility, level, 0xff, 0xe1]),
    sized(sps, 2),
    Buffer.from([1]),
    sized(pps, 2),
  ]);
  const head = Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]);
  return Buffer.concat([head, tag(0, Buffer.concat([Buffer.from([keyPicture, 0, 0, 0, 0]), decoder]))]);
};

export const flvPicture = ({ key, units }: AccessUnit, at: number): Buffer =>
  tag(at, Buffer.concat([Buffer.from([key ? keyPicture : otherPicture, 1, 0, 0, 0]), ...units.map((unit) => sized(unit, 4))]));
