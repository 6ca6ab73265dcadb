import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { dayOrNone, nothing, pageFields, sortFields } from "#contract/kit/page.ts";
import { day, filterText, paragraph, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

/** Sex 1 is male, 0 female; birth is a calendar date or empty. */
export const sampleUserFields = z.object({
  name: text(limits.names.person, "rule.name.required"),
  sex: z.union([z.literal(0), z.literal(1)]).default(1),
  age: z.number("rule.age").int("rule.age").min(limits.age.min, "rule.age").max(limits.age.max, "rule.age"),
  birth: day,
  addr: paragraph(limits.address),
});

export const sampleUserRow = z.object({
  id: z.string(),
  name: z.string(),
  sex: z.union([z.literal(0), z.literal(1)]),
  age: z.number(),
  birth: dayOrNone,
  addr: z.string(),
  version: z.number(),
});
export type SampleUserRow = z.output<typeof sampleUserRow>;

const rowId = z.string().min(1, "rule.required").max(64);
const totals = z.object({ totalCount: z.number(), users: z.array(sampleUserRow) });
const filters = { ...sortFields(["id", "name", "sex", "age", "birth", "addr"]), name: filterText };

export const sample = resource("sample", {
  /** Asks again for the password of the one who is signed in; answers who that is. */
  login: read(
    z.object({
      username: z.string("rule.account.required").trim().min(1, "rule.account.required").max(limits.account, "rule.tooLong"),
      password: z.string().min(1, "rule.login.password").max(limits.typedPassword),
    }),
    z.object({ id: z.string(), username: z.string(), name: z.string(), avatar: z.string() }),
    { access: "signedIn", path: "/api/sample/login" },
  ),
  list: read(z.object(filters), z.object({ users: z.array(sampleUserRow) }), { path: "/api/sample/user/list" }),
  listpage: read(
    z.object({ ...filters, page: z.number().int().min(1).default(1), pageSize: pageFields.pageSize.unwrap().default(limits.page.mock) }),
    totals,
    { path: "/api/sample/user/listpage" },
  ),
  add: write(sampleUserFields, z.object({ id: z.string() }), { path: "/api/sample/user/add" }),
  edit: write(sampleUserFields.extend({ id: rowId, version: z.number().int().optional() }), nothing, { path: "/api/sample/user/edit" }),
  remove: write(z.object({ id: rowId }), nothing, { path: "/api/sample/user/remove" }),
  /** `ids` is a comma list. */
  batchremove: write(z.object({ ids: z.string().min(1, "rule.chooseOne") }), z.object({ removed: z.number() }), {
    path: "/api/sample/user/batchremove",
  }),
});
