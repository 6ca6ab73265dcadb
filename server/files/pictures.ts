import { randomBytes } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { Problem } from "#server/kit/problem.ts";
import { type PictureFormat, type PictureKind, redraw } from "./redraw.ts";

interface PictureType {
  readonly extension: string;
  readonly format: PictureFormat;
  readonly contentType: string;
  /** How files of this type begin. */
  readonly starts: readonly Buffer[];
}

const pictureTypes: readonly PictureType[] = [
  { extension: "png", format: "png", contentType: "image/png", starts: [Buffer.from("89504e470d0a1a0a", "hex")] },
  { extension: "jpg", format: "jpeg", contentType: "image/jpeg", starts: [Buffer.from("ffd8ff", "hex")] },
  { extension: "gif", format: "gif", contentType: "image/gif", starts: [Buffer.from("GIF87a"), Buffer.from("GIF89a")] },
];

/** The type that the content shows, whatever the name says. */
const typeOf = (content: Buffer): PictureType | undefined =>
  pictureTypes.find(({ starts }) => starts.some((start) => content.subarray(0, start.length).equals(start)));

export const pictureFolder = (dataDir: string): string => join(dataDir, "files");

/** The type that a stored picture is served with; undefined for what is no picture's name. */
export const servedType = (name: string): string | undefined => {
  const extension = /^[\w-]{20,40}\.(png|jpg|gif)$/.exec(name)?.[1];
  return pictureTypes.find((type) => type.extension === extension)?.contentType;
};

/** Keeps a picture, drawn anew, under a name that nobody can guess, and answers its address and size. */
export const keepPicture = async (dataDir: string, uploaded: Buffer, kind: PictureKind): Promise<{ url: string; bytes: number }> => {
  const type = typeOf(uploaded);
  if (!type) throw new Problem("pictureInvalid");
  const content = await redraw(uploaded, type.format, kind);
  const name = `${randomBytes(18).toString("base64url")}.${type.extension}`;
  await mkdir(pictureFolder(dataDir), { recursive: true });
  const file = await open(join(pictureFolder(dataDir), name), "wx");
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  return { url: `/files/${name}`, bytes: content.length };
};
