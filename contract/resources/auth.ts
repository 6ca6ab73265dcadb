import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { nothing } from "#contract/kit/page.ts";
import { email, mobile, newPassword, phoneCode, repeats, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

/** An account is known by its letters and digits, not by their width. */
const plainForm = (value: string): string => value.normalize("NFKC").trim();

export const loginFields = z.object({
  username: z.string("rule.account.required").overwrite(plainForm).min(1, "rule.account.required").max(limits.account, "rule.tooLong"),
  password: z.string("rule.login.password").min(1, "rule.login.password").max(limits.typedPassword, "rule.tooLong"),
  code: z.string("rule.login.code").trim().min(1, "rule.login.code").max(12, "rule.tooLong"),
  verifyCode: z.string().trim().max(12, "rule.tooLong").default(""),
});

/** `random` names the captcha that `code` answers; `remember` decides how long the session may rest. */
const loginRequest = loginFields.extend({
  random: z.string().max(64).default(""),
  remember: z.boolean().default(true),
});

export const loginAnswer = z.object({
  token: z.string().optional(),
  paths: z.array(z.string()).optional(),
  /** Masked, with code 1019 only; empty when the second factor is an authenticator app. */
  phone: z.string().optional(),
  factor: z.enum(["phone", "totp"]).optional(),
});

export const resetFields = z
  .object({
    phone: mobile,
    verificationCode: phoneCode,
    password: newPassword,
    repassword: z.string("rule.password.again").min(1, "rule.password.again"),
  })
  .refine(...repeats("password", "repassword"));

export const registerFields = z
  .object({
    companyName: text(limits.names.organisation),
    companyLevel: text(limits.names.person),
    userName: text(limits.names.person),
    nickName: text(limits.names.person),
    phone: mobile,
    password: newPassword,
    repassword: z
      .string("rule.password.again")
      .min(1, "rule.password.again")
      .regex(/^[0-9A-Za-z]{6,18}$/, "rule.password.format"),
    email,
    verificationCode: phoneCode,
    /** 1: an organisation registers. 0, joining one that exists, cannot be asked for. */
    userRegisterType: z.literal("1").default("1"),
    dataRestrict: z.literal("11").default("11"),
  })
  .refine(...repeats("password", "repassword"));

const phoneRequest = z.object({ phone: mobile });
const sent = z.object({ seconds: z.number().int() });

export const auth = resource("auth", {
  login: write(loginRequest, loginAnswer, { access: "public", path: "/api/login" }),
  logout: write(z.object({}), nothing, { access: "signedIn", path: "/api/logout" }),
  /** Items in this order: platform name, maintenance phone, filing (ICP) text, logo. */
  query_main: read(z.object({}), z.array(z.object({ name: z.string(), remark: z.string() })), {
    access: "public",
    method: "GET",
    path: "/api/system/query_main",
  }),
  /** `random` is chosen by the asker; the picture is an SVG text. */
  get_random_code: read(z.object({ random: z.string().min(1).max(64) }), z.object({ image: z.string(), seconds: z.number().int() }), {
    access: "public",
    method: "GET",
    path: "/api/get_random_code",
  }),
  /** Looks at a captcha without using it up; a wrong look does use it up. */
  check_random_code: read(z.object({ random: z.string().min(1).max(64), code: z.string().max(12) }), z.object({ right: z.boolean() }), {
    access: "public",
    path: "/api/check_random_code",
  }),
  /**
   * Another code between code 1019 and the second answer. `phone` is left out: the server knows the account by its first factor. `random` and
   * `code` are those of the log-in that asked for the second factor.
   */
  send_login_pass_code: write(
    z.object({
      phone: z.string().max(20).default(""),
      username: z.string().overwrite(plainForm).max(limits.account).default(""),
      password: z.string().max(limits.typedPassword).default(""),
      random: z.string().max(64).default(""),
      code: z.string().trim().max(12).default(""),
    }),
    sent,
    { access: "public", path: "/api/send_login_pass_code" },
  ),
  send_register_code: write(phoneRequest, sent, { access: "public", path: "/api/send_register_code" }),
  send_reset_pass_code: write(phoneRequest, sent, { access: "public", path: "/api/send_reset_pass_code" }),
  send_auth_pass_code: write(phoneRequest, sent, { access: "signedIn", path: "/api/send_auth_pass_code" }),
  register: write(registerFields, nothing, { access: "public", path: "/api/register" }),
  reset_pass: write(resetFields, nothing, { access: "public", path: "/api/reset_pass" }),
});
