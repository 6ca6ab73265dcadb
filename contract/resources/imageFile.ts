import { z } from "zod";
import { resource, write } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";

export const pictureKinds = ["avatar", "picture"] as const;
export const pictureBytes = { avatar: limits.upload.avatarBytes, picture: limits.upload.pictureBytes } as const;

/** Pictures: JPG, GIF and PNG, judged by their content. An avatar has up to 1 MB, any other up to 5 MB. They are drawn anew: what is kept is smaller. */
export const imageFile = resource(
  "image_file",
  {
    upload: write(
      z
        .object({ kind: z.enum(pictureKinds).default("picture"), file: z.file("rule.file.required") })
        .refine(({ kind, file }) => file.size <= pictureBytes[kind], { error: "rule.file.size", path: ["file"] }),
      z.object({ url: z.string() }),
      { access: "signedIn", encoding: "multipart" },
    ),
  },
  { zh: "图片", en: "picture" },
);
