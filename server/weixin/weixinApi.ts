import { answerRead, HeldBack, NotTaken } from "#server/delivery/codeProvider.ts";
import { Gone } from "#server/delivery/webhook.ts";
import { RecentMap } from "#server/kit/recentMap.ts";

/** What an account is asked with. */
export interface WeixinAccess {
  readonly appId: string;
  readonly appSecret: string;
}

export interface TemplateMessage {
  readonly openid: string;
  readonly templateId: string;
  /** Opened from the message; empty for none. */
  readonly url: string;
  /** The same whenever it is tried again: WeChat takes it once. At most 32 characters. */
  readonly id: string;
  readonly data: Readonly<Record<string, string>>;
}

/** The receiver does not follow the account any more, or never did. */
export class NotFollowing extends Gone {}

export interface WeixinApi {
  /** Takes a token for real, whatever is kept; throws where WeChat gives none. */
  check(access: WeixinAccess, signal: AbortSignal): Promise<void>;
  /**
   * Answers what WeChat said. Throws NotFollowing, Gone for what no other try mends, HeldBack where the account has sent too much and, without
   * asking, for as long as that holds, and NotTaken.
   */
  send(access: WeixinAccess, message: TemplateMessage, signal: AbortSignal): Promise<string>;
  /** What a QR code has to show so that the scene comes back with the event of who scans it. */
  sceneCode(access: WeixinAccess, scene: string, seconds: number, signal: AbortSignal): Promise<string>;
}

/** Of https://developers.weixin.qq.com/doc/offiaccount/Getting_Started/Global_Return_Code.html: the token is none any more. */
const tokenEnded: ReadonlySet<number> = new Set([40001, 40014, 42001]);
const notFollowing: ReadonlySet<number> = new Set([43004]);
/** openid, template, keywords, app id, secret or right to send are wrong: they stay so until somebody mends them. */
const final: ReadonlySet<number> = new Set([40003, 40013, 40037, 40125, 40164, 40165, 41008, 47003, 48001, 50002]);
/** Too many in a day, and in a minute: for so many milliseconds the account is left in peace. A day's may be raised or given anew meanwhile. */
const heldMs: ReadonlyMap<number, number> = new Map([
  [45009, 3_600_000],
  [45011, 60_000],
]);
/** A token is asked for anew so long before its end. */
const earlyMs = 300_000;
const mostAccounts = 10_000;
const tokenMs = 10_000;

interface Answer {
  readonly errcode: number;
  readonly errmsg: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface Token {
  readonly secret: string;
  readonly until: number;
  readonly value: Promise<string>;
}

const textIn = ({ fields }: Answer, field: string): string => {
  const value = fields[field];
  if (typeof value !== "string" || value === "") throw new NotTaken(`WeChat answered without ${field}`, "");
  return value;
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const answerOf = (status: number, text: string): Answer => {
  const read = readJson(text);
  if (status !== 200 || typeof read !== "object" || read === null || Array.isArray(read))
    throw new NotTaken(`WeChat answered ${status}`, `${status} ${text}`);
  const fields: Readonly<Record<string, unknown>> = { ...read };
  return { errcode: Number(fields.errcode ?? 0), errmsg: String(fields.errmsg ?? ""), fields };
};

const saidIn = ({ errcode, errmsg }: Answer): string => `${errcode} ${errmsg}`;

const refuse = (answer: Answer): void => {
  const { errcode } = answer;
  if (errcode === 0) return;
  const said = saidIn(answer);
  if (notFollowing.has(errcode)) throw new NotFollowing("the receiver does not follow the account", said);
  if (final.has(errcode)) throw new Gone(`WeChat refused with ${errcode}`, said);
  throw new NotTaken(`WeChat refused with ${errcode}`, said);
};

/**
 * WeChat's calls of official accounts. `base`: where they are, such as https://api.weixin.qq.com. `uptime`: milliseconds that only go
 * forward. A token is kept until shortly before its end; while one is on its way all wait for it.
 */
export const openWeixinApi = (base: string, uptime: () => number): WeixinApi => {
  const tokens = new RecentMap<string, Token>(mostAccounts);
  /** Accounts that may not send for now, with what WeChat said of it. */
  const held = new RecentMap<string, { readonly said: string; readonly until: number }>(mostAccounts);

  const post = async (path: string, body: object, signal: AbortSignal): Promise<Answer> => {
    const response = await fetch(new URL(path, base), {
      method: "POST",
      headers: { "Content-Type": "application/json; charset=utf-8" },
      body: JSON.stringify(body),
      // A redirection would take the secret elsewhere.
      redirect: "error",
      signal,
    });
    return answerOf(response.status, (await response.text()).slice(0, answerRead));
  };

  /** The mode that gives the same token to everybody who asks while it lives, so that servers do not end each other's. */
  const taken = async ({ appId, appSecret }: WeixinAccess, signal: AbortSignal): Promise<{ token: string; seconds: number }> => {
    const body = { grant_type: "client_credential", appid: appId, secret: appSecret, force_refresh: false };
    const answer = await post("/cgi-bin/stable_token", body, signal);
    refuse(answer);
    return { token: textIn(answer, "access_token"), seconds: Number(answer.fields.expires_in ?? 0) };
  };

  const tokenOf = (access: WeixinAccess): Promise<string> => {
    const { appId, appSecret: secret } = access;
    const kept = tokens.get(appId);
    if (kept && kept.secret === secret && uptime() < kept.until) return kept.value;
    // Of nobody in particular: who asked first may give up while others wait.
    const asked = taken(access, AbortSignal.timeout(tokenMs));
    const value = asked.then(({ token }) => token);
    const token = { secret, until: Number.POSITIVE_INFINITY, value };
    tokens.put(appId, token);
    asked.then(
      ({ seconds }) => {
        if (tokens.get(appId) === token) tokens.put(appId, { ...token, until: uptime() + Math.max(0, seconds * 1000 - earlyMs) });
      },
      () => {
        if (tokens.get(appId) === token) tokens.delete(appId);
      },
    );
    return value;
  };

  const asked = async (access: WeixinAccess, path: string, body: object, signal: AbortSignal): Promise<Answer> => {
    const withToken = (token: string): Promise<Answer> => post(`${path}?access_token=${encodeURIComponent(token)}`, body, signal);
    const first = tokenOf(access);
    const answer = await withToken(await first);
    if (!tokenEnded.has(answer.errcode)) return answer;
    if (tokens.get(access.appId)?.value === first) tokens.delete(access.appId);
    return withToken(await tokenOf(access));
  };

  return {
    async check(access, signal) {
      await taken(access, signal);
    },
    async send(access, { openid, templateId, url, id, data }, signal) {
      const hold = held.get(access.appId);
      if (hold && uptime() < hold.until)
        throw new HeldBack("WeChat takes no more of the account for now", hold.said, hold.until - uptime());
      const values = Object.fromEntries(Object.entries(data).map(([keyword, value]) => [keyword, { value }]));
      const body = { touser: openid, template_id: templateId, ...(url === "" ? {} : { url }), client_msg_id: id, data: values };
      const answer = await asked(access, "/cgi-bin/message/template/send", body, signal);
      const waitMs = heldMs.get(answer.errcode);
      if (waitMs !== undefined) {
        const said = saidIn(answer);
        held.put(access.appId, { said, until: uptime() + waitMs });
        throw new HeldBack("WeChat takes no more of the account for now", said, waitMs);
      }
      refuse(answer);
      return `0 ${answer.errmsg} ${String(answer.fields.msgid ?? "")}`.trim();
    },
    async sceneCode(access, scene, seconds, signal) {
      const body = { expire_seconds: seconds, action_name: "QR_STR_SCENE", action_info: { scene: { scene_str: scene } } };
      const answer = await asked(access, "/cgi-bin/qrcode/create", body, signal);
      refuse(answer);
      return textIn(answer, "url");
    },
  };
};
