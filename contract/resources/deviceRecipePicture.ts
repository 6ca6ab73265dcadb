import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, idRequest, ids, list, nothing, sortedPage, utcTime, version } from "#contract/kit/page.ts";
import { filterText, pictureAddress, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import { pictureKey } from "#contract/pictureKey.ts";

const pictureOfValue = z.object({
  /** The value that the picture stands for. */
  value: text(limits.iconGroup.value),
  picture: pictureAddress.refine((address) => address !== "", "rule.file.required"),
});

export const iconGroupFields = z.object({ name: text(limits.names.template) });

export const newIconGroup = iconGroupFields.extend({
  bodies: z
    .array(pictureOfValue)
    .max(limits.iconGroup.pictures)
    .refine((bodies) => new Set(bodies.map(({ value }) => pictureKey(value))).size === bodies.length, "rule.pictureTwice")
    .default([]),
});

export const iconGroupRow = z.object({
  id: z.string(),
  name: z.string(),
  pictures: z.number(),
  /** Data points that show its pictures. */
  points: z.number(),
  /** The first few of its pictures. */
  preview: z.array(z.string()),
  companyName: z.string(),
  /** False for one of an organisation above, which is used and not changed. */
  changeable: z.boolean(),
  updatedAt: utcTime,
  version: z.number(),
});
export type IconGroupRow = z.output<typeof iconGroupRow>;

export const iconPictureFields = pictureOfValue.extend({ groupId: id });

export const iconPictureRow = z.object({
  id: z.string(),
  groupId: z.string(),
  value: z.string(),
  picture: z.string(),
  version: z.number(),
});
export type IconPictureRow = z.output<typeof iconPictureRow>;

/** Icon groups, shared with the organisations below; their bodies are pictures, each for one value of a data point. */
export const deviceRecipePicture = resource(
  "device_recipe_picture",
  {
    query: read(
      z.object({ ...sortedPage(["name", "pictures", "points", "companyName", "updatedAt"]), ...companyFilter, name: filterText }),
      list(iconGroupRow),
    ),
    get: read(idRequest, iconGroupRow),
    post: write(newIconGroup, z.object({ id: z.string() })),
    put: write(iconGroupFields.extend({ id, version }), nothing),
    delete: write(z.object({ ids }), z.object({ removed: z.number() })),
    query_body: read(z.object({ ...sortedPage(["value", "added"]), groupId: id, search: filterText }), list(iconPictureRow)),
    get_body: read(idRequest, iconPictureRow),
    add_body: write(iconPictureFields, z.object({ id: z.string() }), { touches: ["device"] }),
    put_body: write(iconPictureFields.extend({ id, version }), nothing, { touches: ["device"] }),
    delete_body: write(z.object({ ids }), z.object({ removed: z.number() }), { touches: ["device"] }),
  },
  { zh: "图标组", en: "icon group" },
);
