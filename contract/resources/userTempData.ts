import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { list, nothing, pageFields } from "#contract/kit/page.ts";
import { limits } from "#contract/limits.ts";

const key = z.string().min(1).max(120);

/** Saved preferences of the user who asks: key to JSON text. All of them together are no more than a page's worth. */
export const userTempData = resource(
  "user_temp_data",
  {
    query: read(z.object({ ...pageFields, key: key.optional() }), list(z.object({ key: z.string(), value: z.string() })), {
      access: "signedIn",
    }),
    post: write(z.object({ key, value: z.string().max(limits.preferences.characters, "rule.tooLong") }), nothing, {
      access: "signedIn",
      preference: true,
    }),
    delete: write(z.object({ key }), nothing, { access: "signedIn", preference: true }),
  },
  { zh: "个人偏好", en: "preferences" },
);
