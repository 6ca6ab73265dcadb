import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, idRequest, ids, list, nothing, pageFields, utcTime } from "#contract/kit/page.ts";
import { recordCalls, sharedRow } from "#contract/kit/record.ts";
import { filterText, optionalText, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

/** The fields that say which keyword of the template carries what. */
export const keywordFields = ["keywordDevice", "keywordText", "keywordLevel", "keywordWhen", "keywordCompany", "keywordSn"] as const;
export type KeywordField = (typeof keywordFields)[number];

/** As templates name them: the kind and a number, such as thing2; empty where the template has none for it. */
const keyword = z
  .string()
  .trim()
  .regex(/^((thing|short_thing|const|character_string|letter|number|phrase|name|time|date)\d{1,2})?$/, "rule.weixin.keyword");

const flag = z.boolean();
/** Blank on edit keeps what is kept; never answered. */
const kept = (pattern: RegExp, rule: "rule.weixin.appSecret" | "rule.weixin.token" | "rule.weixin.aesKey") =>
  z.string().trim().regex(pattern, rule).default("");

export const weixinFields = z.object({
  name: text(limits.names.device),
  appId: z
    .string("rule.required")
    .trim()
    .min(1, "rule.required")
    .regex(/^wx[0-9a-f]{16}$/, "rule.weixin.appId"),
  appSecret: kept(/^([0-9a-f]{32})?$/, "rule.weixin.appSecret"),
  originalId: optionalText(40),
  /** What the callback is signed with: the same at WeChat. */
  token: kept(/^([0-9A-Za-z]{3,32})?$/, "rule.weixin.token"),
  /** What the callback's messages are encrypted with; without one they come plain. */
  aesKey: kept(/^([0-9A-Za-z]{43})?$/, "rule.weixin.aesKey"),
  templateId: z
    .string()
    .trim()
    .regex(/^[\w-]{0,64}$/, "rule.invalid")
    .default(""),
  keywordDevice: keyword.default("thing1"),
  keywordText: keyword.default("thing2"),
  keywordLevel: keyword.default("phrase3"),
  keywordWhen: keyword.default("time4"),
  keywordCompany: keyword.default(""),
  keywordSn: keyword.default(""),
  /** Organisations below that have no account of their own use it. */
  shared: flag.default(false),
  enabled: flag.default(true),
});
type WeixinFields = z.output<typeof weixinFields>;

/** No keyword carries two things. */
const checked = <S extends z.ZodType<WeixinFields>>(schema: S) =>
  schema.superRefine((fields, { addIssue }) => {
    const taken = new Set<string>();
    for (const field of keywordFields) {
      const name = fields[field];
      if (name !== "" && taken.has(name)) addIssue({ code: "custom", path: [field], message: "rule.weixin.keywordTwice" });
      taken.add(name);
    }
  });

export const weixinRow = z.object({
  ...sharedRow,
  /** The organisation that it is of. */
  companyId: z.string(),
  ...weixinFields.omit({ appSecret: true, token: true, aesKey: true }).shape,
  /** Which of the secrets are set. */
  hasSecret: z.boolean(),
  hasToken: z.boolean(),
  hasKey: z.boolean(),
  /** Where WeChat posts, behind the server's own address. */
  callback: z.string(),
  followers: z.number(),
});
export type WeixinRow = z.output<typeof weixinRow>;

const accounts = recordCalls({
  fields: weixinFields,
  row: weixinRow,
  filters: { ...companyFilter, search: filterText },
  sortable: ["name", "appId", "companyName"],
});

/** The WeChat official account of an organisation. */
export const companyWeixin = resource(
  "company_weixin",
  {
    query: accounts.query,
    get: accounts.get,
    post: write(checked(weixinFields), accounts.post.response),
    put: write(checked(weixinFields.extend(accounts.put.request.pick({ id: true, version: true }).shape)), nothing),
    delete: write(accounts.delete.request, accounts.delete.response, { touches: ["user_weixin", "alarm_user_weixin"] }),
    /** What the caller's organisation uses: its own, or the nearest shared one above; null without any. Whether the caller is bound to it. */
    my: read(
      z.object({}),
      z.object({
        account: z.object({ name: z.string(), companyName: z.string(), own: z.boolean() }).nullable(),
        bound: z.boolean(),
        following: z.boolean(),
      }),
      { access: "signedIn" },
    ),
    /** Takes a token of WeChat for real; answers what came. */
    try: write(idRequest, z.object({ ok: z.boolean(), answer: z.string() })),
  },
  { zh: "微信公众号", en: "WeChat official account" },
);

const binding = {
  id: z.string(),
  /** Shortened. */
  openid: z.string(),
  /** The official account. */
  weixinName: z.string(),
  companyName: z.string(),
  following: z.boolean(),
  boundAt: utcTime,
};
const asked = z.object({ ...pageFields, ...companyFilter, search: filterText });
const removed = z.object({ removed: z.number() });
/** How long a code that was shown binds. */
export const sceneSeconds = 600;
/** What a QR code shows; it binds once, until it ends. */
const shownCode = z.object({ code: z.string(), endsAt: utcTime });

export const boundUser = z.object({ ...binding, account: z.string(), userName: z.string() });
export type BoundUser = z.output<typeof boundUser>;

/** Users who follow an official account. */
export const userWeixin = resource(
  "user_weixin",
  {
    query: read(asked, list(boundUser), { path: "/api/user_weixin/queryWXUser" }),
    delete: write(z.object({ ids }), removed, { touches: ["company_weixin"] }),
    /** Binds the caller to whoever scans the code. */
    bind: write(z.object({}), shownCode, { access: "signedIn" }),
  },
  { zh: "微信绑定用户", en: "WeChat user" },
);

export const boundContact = z.object({ ...binding, contactId: z.string(), contactName: z.string(), groups: z.array(z.string()) });
export type BoundContact = z.output<typeof boundContact>;

/** Alarm contacts who are told by WeChat. */
export const alarmUserWeixin = resource(
  "alarm_user_weixin",
  {
    query: read(asked.extend({ contactId: id.optional() }), list(boundContact)),
    delete: write(z.object({ ids }), removed),
    /** Binds the alarm contact to whoever scans the code. */
    bind: write(z.object({ contactId: id }), shownCode),
  },
  { zh: "报警联系人的微信绑定", en: "WeChat binding of an alarm contact" },
);
