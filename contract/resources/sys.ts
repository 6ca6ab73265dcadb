import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { nothing, version } from "#contract/kit/page.ts";
import { optionalText, pictureAddress, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

export const passwordPolicies = ["standard", "strict"] as const;

export const settingsFields = z.object({
  platform: text(limits.names.platform),
  logo: pictureAddress,
  domain: z
    .string()
    .trim()
    .max(200, "rule.tooLong")
    .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+(:\d{1,5})?)?$/i, "rule.domain")
    .default(""),
  record: optionalText(limits.address),
  phone: optionalText(limits.names.person),
  /** `strict` asks for 12 and more letters and digits, both of them. Known-bad passwords are refused under either. */
  passwordPolicy: z.enum(passwordPolicies).default("standard"),
});

/** Where pictures of the map come from: an address with {z}, {x} and {y}, in which a range such as {a-c} stands for several hosts. */
const mapTiles = z.object({
  url: z.string(),
  /** They are drawn in GCJ-02; otherwise in WGS-84. */
  gcj02: z.boolean(),
  attribution: z.string(),
  /** The nearest that there are. */
  zoom: z.number(),
});

/** The platform's settings; its own organisation keeps them. */
export const sys = resource(
  "sys",
  {
    query: read(z.object({}), settingsFields.extend({ version: z.number() })),
    /** What maps are drawn with; null where nothing but outlines is set up. */
    map: read(z.object({}), z.object({ tiles: mapTiles.nullable() }), { access: "signedIn" }),
    put: write(settingsFields.extend({ version }), nothing, { touches: ["dict", "auth"] }),
  },
  { zh: "系统设置", en: "system settings" },
);
