import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { id, idRequest, ids, list, nothing, pageFields, version } from "#contract/kit/page.ts";
import { filterText, paragraph, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import type { Language } from "#contract/messages.ts";

export const dictFields = z.object({
  /** Which dictionary: `industry`, `sys-conf`, … */
  name: text(limits.names.template),
  value: text(limits.names.template),
  remark: paragraph(limits.remark),
  priority: z.number("rule.number").int("rule.number").min(0, "rule.number").max(1_000_000, "rule.number").default(0),
});

/** Industries that the product brings, by their entry's id, as they are shown until somebody words them anew. */
export const builtinIndustries = {
  "industry-0": { zh: "农业", en: "Agriculture" },
  "industry-1": { zh: "电力", en: "Electric power" },
  "industry-2": { zh: "制造", en: "Manufacturing" },
  "industry-3": { zh: "冷链", en: "Cold chain" },
  "industry-4": { zh: "水务", en: "Water" },
  "industry-5": { zh: "交通", en: "Transport" },
  "industry-6": { zh: "楼宇", en: "Buildings" },
  "industry-7": { zh: "环保", en: "Environment" },
  "industry-8": { zh: "其他", en: "Other" },
} as const satisfies Record<string, Record<Language, string>>;

export const dictEntry = z.object({
  id: z.string(),
  name: z.string(),
  value: z.string(),
  remark: z.string(),
  priority: z.number(),
  /** One that the product reads by its name; it can be edited, not deleted. */
  builtin: z.boolean(),
  version: z.number(),
});
export type DictEntry = z.output<typeof dictEntry>;

/** Entries of one dictionary when `name` says which, otherwise of all; in the order of their priority. */
export const dict = resource(
  "dict",
  {
    query: read(z.object({ ...pageFields, name: z.string().max(60).default(""), search: filterText }), list(dictEntry), {
      access: "signedIn",
    }),
    get: read(idRequest, dictEntry),
    post: write(dictFields, z.object({ id: z.string() }), { touches: ["sys", "auth"] }),
    put: write(dictFields.extend({ id, version }), nothing, { touches: ["sys", "auth"] }),
    delete: write(z.object({ ids }), z.object({ removed: z.number() })),
  },
  { zh: "字典项", en: "dictionary entry", many: "dictionary entries" },
);
