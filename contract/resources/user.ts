import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, ids, list, nothing, pageFields, sortedPage, utcTime, version } from "#contract/kit/page.ts";
import {
  accountName,
  factorAnswer,
  filterText,
  newPassword,
  optionalEmail,
  optionalMobile,
  optionalText,
  pictureAddress,
  presentPassword,
  repeats,
  text,
} from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

/** 0 administrator, 1 staff, 2 repairman, 3 user (end consumer), 4 official-account user (not modifiable), 5 owner. */
export const userTypes = [0, 1, 2, 3, 4, 5] as const;
export const userType = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]);
export type UserType = z.output<typeof userType>;

/** Types that a person can be given; official accounts come from the messaging platform. */
export const givenUserTypes = [0, 5, 1, 2, 3] as const;
const givenUserType = z.union([z.literal(0), z.literal(5), z.literal(1), z.literal(2), z.literal(3)]);

export const secondFactors = ["none", "phone", "totp"] as const;

export const me = z.object({
  id: z.string(),
  account: z.string(),
  type: userType,
  userName: z.string(),
  nickName: z.string(),
  avatar: z.string(),
  phone: z.string(),
  email: z.string(),
  authTypeName: z.string(),
  companyId: z.string(),
  zone: z.string(),
  paths: z.array(z.string()),
  secondFactor: z.enum(secondFactors),
  /** Recovery codes that are still good; 0 without an authenticator. */
  recoveryCodes: z.number(),
  createdAt: utcTime,
  version: z.number(),
});
export type Me = z.output<typeof me>;

export interface MenuItem {
  id: string;
  path: string;
  name: string;
  nameEn: string;
  icon: string;
  hidden: boolean;
  leaf: boolean;
  noCache: boolean;
  meta: { affix: boolean };
  actionList: string[];
  children: MenuItem[];
}

export const menuItem: z.ZodType<MenuItem> = z
  .object({
    id: z.string(),
    path: z.string(),
    name: z.string(),
    nameEn: z.string(),
    icon: z.string(),
    hidden: z.boolean(),
    leaf: z.boolean(),
    noCache: z.boolean(),
    meta: z.object({ affix: z.boolean() }),
    actionList: z.array(z.string()),
    children: z.array(z.lazy(() => menuItem)),
  })
  .meta({ id: "MenuItem" });

export const userRow = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  account: z.string(),
  userName: z.string(),
  nickName: z.string(),
  phone: z.string(),
  email: z.string(),
  avatar: z.string(),
  type: userType,
  roles: z.array(z.object({ id: z.string(), name: z.string() })),
  enabled: z.boolean(),
  secondFactor: z.enum(secondFactors),
  /** Where from and when the user signed in last. */
  lastAddress: z.string(),
  lastLoginAt: utcTime.nullable(),
  createdAt: utcTime,
  /** False for what the caller may look at only: itself, official accounts, users of a higher type. */
  modifiable: z.boolean(),
  version: z.number(),
});
export type UserRow = z.output<typeof userRow>;

const childBase = z.object({
  userName: text(limits.names.person),
  nickName: optionalText(limits.names.person),
  phone: optionalMobile,
  email: optionalEmail,
  type: givenUserType.default(1),
  /** Signing in takes a code sent to the phone as well. */
  secondFactor: z.boolean().default(false),
});
const phoneForCodes = { error: "rule.phone.required", path: ["phone"] };
const reachable = (fields: { phone: string; secondFactor: boolean }): boolean => !fields.secondFactor || fields.phone !== "";
const roleIds = z.array(id).max(limits.rolesPerUser, "rule.tooLong").default([]);

/** With the caller's own password and second factor where phone, e-mail address or second factor become others. */
const childEdit = childBase.extend({ ownPassword: presentPassword, verifyCode: factorAnswer });
export const childEditFields = childEdit.refine(reachable, phoneForCodes);
export const childFields = childBase.extend({ account: accountName, password: newPassword, roleIds }).refine(reachable, phoneForCodes);
export const companyChildFields = childBase
  .extend({ account: accountName, password: newPassword, roleIds, companyId: id })
  .refine(reachable, phoneForCodes);

/** With the caller's own password and second factor. */
export const passwordReset = z.object({ password: newPassword.optional(), ownPassword: presentPassword, verifyCode: factorAnswer });

export const profileFields = z.object({
  userName: text(limits.names.person),
  nickName: optionalText(limits.names.person),
  phone: optionalMobile,
  /** The code sent to a new phone; not asked for otherwise. */
  verificationCode: z.string().trim().max(12, "rule.tooLong").default(""),
  /** The present password and, with a second factor, a code of it: asked for when phone or e-mail address becomes another. */
  password: presentPassword,
  verifyCode: factorAnswer,
  email: optionalEmail,
  avatar: pictureAddress,
});

const askedPassword = z.string("rule.password.old").min(1, "rule.password.old").max(limits.typedPassword, "rule.tooLong");

export const passwordFields = z
  .object({
    password: askedPassword,
    newPassword,
    repassword: z.string("rule.password.again").min(1, "rule.password.again"),
  })
  .refine(...repeats("newPassword", "repassword"));

const ownSession = z.object({ address: z.string(), createdAt: utcTime, seenAt: utcTime, current: z.boolean() });
export type OwnSession = z.output<typeof ownSession>;

const made = z.object({ id: z.string() });
const factorCode = z.string("rule.code.required").trim().min(1, "rule.code.required").max(20, "rule.tooLong");

const userOrders = ["account", "userName", "companyName", "createdAt", "lastLoginAt"] as const;

export const user = resource(
  "user",
  {
    my: read(z.object({}), me, { access: "signedIn" }),
    menu_tree: read(z.object({}), z.array(menuItem), { access: "signedIn" }),
    /** Accounts of the caller's own organisation. */
    query: read(
      z.object({ ...sortedPage(userOrders), search: filterText, type: userType.optional(), enabled: z.boolean().optional() }),
      list(userRow),
    ),
    /** Users of the caller's organisation and of those below it, the caller apart. */
    get_child: read(
      z.object({
        ...sortedPage(userOrders),
        search: filterText,
        ...companyFilter,
        type: userType.optional(),
        /** Any of these. */
        types: z.array(userType).max(userTypes.length).optional(),
        enabled: z.boolean().optional(),
      }),
      list(userRow),
    ),
    update: write(profileFields.extend({ version }), nothing),
    /** Ends all other sessions of the account. */
    update_pass: write(passwordFields, nothing),
    add_child: write(childFields, made, { encoding: "json" }),
    add_child_company: write(companyChildFields, made, { encoding: "json", touches: ["company"] }),
    edit_child: write(childEdit.extend({ id, version }).refine(reachable, phoneForCodes), nothing),
    /** The user's roles from now on. `version` is the user's: giving roles makes a new one. */
    edit_child_role: write(z.object({ id, roleIds, version }), nothing, { encoding: "raw", touches: ["user_role"] }),
    enable: write(z.object({ ids }), nothing, { encoding: "raw" }),
    disable: write(z.object({ ids }), nothing, { encoding: "raw" }),
    delete_child: write(z.object({ ids }), z.object({ removed: z.number() }), { touches: ["company", "user_role"] }),
    /** Without a new password one is made up, and shown this once. Takes the caller's own password and second factor. Ends the user's sessions. */
    reset_child_pass: write(passwordReset.extend({ id }), z.object({ password: z.string().nullable() })),
    /** Users that hold a device, with how many; `deviceId` narrows to those of one. */
    query_device_user: read(
      z.object({ ...pageFields, search: filterText, deviceId: id.optional() }),
      list(z.object({ id: z.string(), account: z.string(), userName: z.string(), phone: z.string(), devices: z.number() })),
    ),
    /** A new secret for an authenticator app; it counts once a code of it was confirmed. */
    totp_begin: write(
      z.object({ password: askedPassword, verifyCode: factorAnswer }),
      z.object({ secret: z.string(), address: z.string() }),
    ),
    /** Answers the recovery codes, this once. */
    totp_confirm: write(z.object({ verifyCode: factorCode }), z.object({ recoveryCodes: z.array(z.string()) })),
    totp_end: write(z.object({ password: askedPassword, verifyCode: factorAnswer }), nothing),
    /** The caller's own open sessions, newest first. */
    sessions: read(z.object(pageFields), list(ownSession), { access: "signedIn" }),
    /** Ends all of them but the one that asks. */
    end_sessions: write(z.object({ password: askedPassword }), z.object({ ended: z.number() }), { access: "signedIn" }),
  },
  { zh: "用户", en: "user" },
);
