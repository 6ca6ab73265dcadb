import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { id, idRequest, ids, list, nothing, sortedPage, utcTime, version } from "#contract/kit/page.ts";
import { filterText, isWebAddress, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

export const appPlatforms = ["android", "ios"] as const;
export type AppPlatform = (typeof appPlatforms)[number];
const platform = z.enum(appPlatforms, "rule.required");

/** Up to four numbers with dots between them, compared as numbers: 10 is above 9, and 1.10 above 1.9. */
const versionNumber = z
  .string("rule.required")
  .trim()
  .min(1, "rule.required")
  .regex(/^\d{1,9}(\.\d{1,9}){0,3}$/, "rule.versionNumber");

const uploaded = /^\/files\/[\w-]{20,40}\.(apk|ipa)$/;

/** Where an app is got from: what `upload` answered, or a web address such as a store's. */
const downloadAddress = z
  .string("rule.required")
  .trim()
  .min(1, "rule.required")
  .max(300, "rule.tooLong")
  .refine((value) => uploaded.test(value) || isWebAddress(value), "rule.website");

export const appFields = z.object({
  name: text(limits.names.device),
  platform,
  path: downloadAddress,
  versionName: text(limits.names.template),
  versionNumber,
});

export const appRow = z.object({
  id: z.string(),
  name: z.string(),
  platform,
  path: z.string(),
  /** Bytes of an uploaded package; null for one that is kept elsewhere. */
  size: z.number().nullable(),
  versionName: z.string(),
  versionNumber: z.string(),
  createdAt: utcTime,
  version: z.number(),
});
export type AppRow = z.output<typeof appRow>;

export const newestApp = appRow.pick({ name: true, platform: true, path: true, size: true, versionName: true, versionNumber: true });

/** Packages of the consumer app. Whoever has an app may ask for a newer one, without an account. */
export const appVersion = resource(
  "app_version",
  {
    query: read(
      z.object({
        ...sortedPage(["createdAt", "name", "platform", "versionName", "versionNumber", "size"]),
        search: filterText,
        platform: platform.optional(),
      }),
      list(appRow),
    ),
    get: read(idRequest, appRow),
    post: write(appFields, z.object({ id: z.string() })),
    put: write(appFields.extend({ id, version }), nothing),
    delete: write(z.object({ ids }), z.object({ removed: z.number() })),
    /** An apk or ipa, judged by its content; answers the address to be saved with the record. */
    upload: write(
      z
        .object({ file: z.file("rule.file.required") })
        .refine(({ file }) => file.size <= limits.upload.packageBytes, { error: "rule.packageSize", path: ["file"] }),
      z.object({ path: z.string(), platform, size: z.number() }),
      { encoding: "multipart", fileBytes: limits.upload.packageBytes },
    ),
    /** Whether there is a higher version number than the asker's; without a name among all apps of the platform. */
    check_new_version: read(
      z.object({ name: filterText, platform, versionNumber }),
      z.object({ newer: z.boolean(), latest: newestApp.nullable() }),
      { access: "public" },
    ),
    /** The download address of one package by its id, otherwise of the newest. */
    get_app_path: read(z.object({ id: z.string().max(64).optional(), name: filterText, platform: platform.optional() }), newestApp, {
      access: "public",
    }),
  },
  { zh: "安装包", en: "app package" },
);
