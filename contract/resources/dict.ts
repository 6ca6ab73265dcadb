import { z } from "zod";
import { read, resource } from "#contract/kit/call.ts";
import { list, pageFields } from "#contract/kit/page.ts";

export const dictEntry = z.object({ id: z.string(), name: z.string(), value: z.string(), remark: z.string(), priority: z.number() });

/** Entries of one dictionary, `name` says which: `industry`, `sys-conf`, … */
export const dict = resource("dict", {
  query: read(z.object({ ...pageFields, name: z.string().max(60).default("") }), list(dictEntry), { access: "signedIn" }),
});
