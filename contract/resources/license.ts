import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { nothing, utcTime } from "#contract/kit/page.ts";
import { limits } from "#contract/limits.ts";

const amounts = z.object({ companies: z.number(), users: z.number(), devices: z.number() });

export const licenceInfo = z.object({
  kind: z.enum(["free", "licensed"]),
  state: z.enum(["valid", "expired"]),
  holder: z.string(),
  /** Null: no expiry. */
  expiresAt: utcTime.nullable(),
  limits: amounts,
  used: amounts,
  /** Names this installation; a licence is made out to it. */
  installation: z.string(),
  /** Whether the vendor's public key is configured, without which no file can be checked. */
  activatable: z.boolean(),
});
export type LicenceInfo = z.output<typeof licenceInfo>;

export const license = resource(
  "license",
  {
    lic_info: read(z.object({}), licenceInfo, { method: "GET" }),
    /** The file that is in force; with the free licence the request for one, which names the installation. */
    get_lic_file: read(z.object({}), z.never(), {
      method: "GET",
      answer: "file",
      fileTypes: ["text/plain", "application/json"],
    }),
    /** `content` is the text of the signed file. */
    atv_lic_file: write(
      z.object({ content: z.string("rule.required").trim().min(1, "rule.required").max(limits.licenceFile, "rule.tooLong") }),
      nothing,
    ),
  },
  { zh: "许可", en: "licence" },
);
