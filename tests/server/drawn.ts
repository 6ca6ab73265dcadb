import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** A picture of 60 by 40 points. */
export const drawn = (format: "png" | "jpeg" | "gif"): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: "#1c2c49" } })
    .toFormat(format)
    .toBuffer();

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const chunk = (type: string, content: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type), content]);
  return Buffer.concat([uint32(content.length), named, uint32(crc32(named))]);
};

/** One bit a point, all black: its bytes do not grow with what it unfolds to. */
export const blackPng = (width: number, height: number): Buffer =>
  Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", Buffer.concat([uint32(width), uint32(height), Buffer.from([1, 0, 0, 0, 0])])),
    chunk("IDAT", deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))),
    chunk("IEND", Buffer.alloc(0)),
  ]);

/** A GIF of so many square frames, each another colour than the one before. */
export const moving = async (frames: number, side: number): Promise<Buffer> => {
  const colours = ["#f00", "#0f0", "#00f"];
  const each = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width: side, height: side, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const joined = Array.from({ length: frames }, (_, at) => each[at % each.length] ?? Buffer.alloc(0));
  const delay = Array.from({ length: frames }, (_, at) => 100 * (1 + (at % 3)));
  return sharp(joined, { join: { animated: true } })
    .gif({ delay, loop: 2, effort: 1 })
    .toBuffer();
};
