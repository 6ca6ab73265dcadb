import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { id, idRequest, ids, list, nothing, pageFields, version } from "#contract/kit/page.ts";
import { filterText, optionalText, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

export const menuFields = z.object({
  parentId: id.nullable().default(null),
  path: z
    .string("rule.required")
    .trim()
    .min(1, "rule.required")
    .max(100, "rule.tooLong")
    .regex(/^\/[\w/-]*$/, "rule.path"),
  name: text(limits.names.menu),
  nameEn: optionalText(40),
  icon: optionalText(40),
  hidden: z.boolean().default(false),
  affix: z.boolean().default(false),
  noCache: z.boolean().default(false),
  sort: z.number("rule.number").int("rule.number").min(0, "rule.number").max(1_000_000, "rule.number").default(0),
  /** Paths of the calls that the item's screen offers as buttons. */
  actionList: z.array(z.string().max(100)).max(200).default([]),
});

export const menuRow = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  path: z.string(),
  name: z.string(),
  nameEn: z.string(),
  icon: z.string(),
  hidden: z.boolean(),
  affix: z.boolean(),
  noCache: z.boolean(),
  sort: z.number(),
  actionList: z.array(z.string()),
  /** How deep it stands in the tree, 0 at the top. */
  depth: z.number(),
  children: z.number(),
  /** One that the product brings; it can be hidden, not deleted. */
  builtin: z.boolean(),
  version: z.number(),
});
export type MenuRow = z.output<typeof menuRow>;

/** The server's tree of routes; the platform's own organisation keeps it. */
export const menu = resource(
  "menu",
  {
    /** The tree in its order, each item below its parent; with `name` the items that match. */
    query: read(z.object({ ...pageFields, name: filterText }), list(menuRow)),
    get: read(idRequest, menuRow),
    post: write(menuFields, z.object({ id: z.string() }), { touches: ["user", "role"] }),
    put: write(menuFields.extend({ id, version }), nothing, { touches: ["user", "role"] }),
    delete: write(z.object({ ids }), z.object({ removed: z.number() }), { touches: ["user", "role"] }),
  },
  { zh: "菜单项", en: "menu item" },
);
