import sharp, { type Metadata } from "sharp";
import { limits } from "#contract/limits.ts";
import type { pictureKinds } from "#contract/resources/imageFile.ts";
import { Problem } from "#server/kit/problem.ts";

export type PictureKind = (typeof pictureKinds)[number];
export type PictureFormat = "png" | "jpeg" | "gif";

const { picture } = limits;

/** What libvips may read; of its many formats pictures have three. */
const readers = ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadNsgifBuffer"];

const onlyPictures = (): void => {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: readers });
};

/** A picture's parts that are drawn: the frames of a GIF count. */
const pixelsOf = ({ width, height, pageHeight, pages }: Metadata): number => width * (pageHeight ?? height) * (pages ?? 1);

const opened = (content: Buffer, format: PictureFormat) =>
  sharp(content, { failOn: "error", limitInputPixels: picture.pixels, animated: format === "gif" });

/** The header alone is read first: what says that it is enormous is never unfolded. */
const checkSize = async (content: Buffer, format: PictureFormat): Promise<void> => {
  const header = await sharp(content, { failOn: "error", limitInputPixels: false, animated: format === "gif" }).metadata();
  const { width, height, pageHeight } = header;
  if (header.format !== format) throw new Problem("pictureInvalid");
  if (Math.max(width, pageHeight ?? height) > picture.side || pixelsOf(header) > picture.pixels) throw new Problem("pictureTooLarge");
};

/**
 * Draws a picture anew, so that nothing is kept but what is seen: no place, no camera, no bytes behind the picture. It stands upright and
 * is made no larger than its use asks for. What is cut off, damaged or beyond the limits is refused.
 */
export const redraw = async (content: Buffer, format: PictureFormat, kind: PictureKind): Promise<Buffer> => {
  onlyPictures();
  try {
    await checkSize(content, format);
    const side = picture.kept[kind];
    const upright = format === "gif" ? opened(content, format) : opened(content, format).autoOrient();
    const fitted = upright.resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
    if (format === "gif") return await fitted.gif().toBuffer();
    return await (format === "png" ? fitted.png() : fitted.toColourspace("srgb").jpeg({ quality: 88 })).toBuffer();
  } catch (fault) {
    if (fault instanceof Problem) throw fault;
    throw new Problem("pictureInvalid");
  }
};
