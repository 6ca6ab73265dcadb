import type { Changes } from "#server/changes/changes.ts";
import type { Db } from "#server/db/open.ts";
import { RecentMap } from "#server/kit/recentMap.ts";
import type { Account } from "./accounts.ts";
import { decryptMessage, isSignedBy } from "./callbackCrypto.ts";
import { readFlatXml } from "./flatXml.ts";
import { noteFollowing, tellBound } from "./following.ts";
import { bindByScene } from "./scenes.ts";

export interface CallbackAsked {
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
  /** What was posted; undefined for the check of the address. */
  readonly body?: string;
}

export interface CallbackAnswer {
  readonly status: 200 | 400 | 403 | 404;
  readonly text: string;
}

/** Takes what WeChat says of an account. */
export interface WeixinCallback {
  answer(asked: CallbackAsked): Promise<CallbackAnswer>;
}

const freshMs = 300_000;
const mostNonces = 50_000;
const scenePrefix = "qrscene_";

const done: CallbackAnswer = { status: 200, text: "success" };
const refused: CallbackAnswer = { status: 403, text: "" };
const unread: CallbackAnswer = { status: 400, text: "" };

interface Options {
  readonly db: Db;
  /** The time of day, UTC milliseconds. */
  readonly now: () => number;
  readonly changes: Pick<Changes, "tell">;
}

export const openWeixinCallback = ({ db, now, changes }: Options): WeixinCallback => {
  /** What has been taken: within the time in which it would be fresh, nobody repeats it. */
  const taken = new RecentMap<string, true>(mostNonces);

  const happened = async (account: Account, message: ReadonlyMap<string, string>): Promise<void> => {
    const openid = message.get("FromUserName") ?? "";
    if (openid === "" || message.get("MsgType") !== "event") return;
    const event = message.get("Event");
    const key = message.get("EventKey") ?? "";
    if (event !== "unsubscribe" && event !== "subscribe" && event !== "SCAN") return;
    await noteFollowing(db, account.id, openid, event !== "unsubscribe");
    const subscribed = key.startsWith(scenePrefix) ? key.slice(scenePrefix.length) : "";
    const scene = { unsubscribe: "", subscribe: subscribed, SCAN: key }[event];
    if (scene !== "") await bindByScene(db, account.id, scene, openid, now());
    await tellBound(db, changes, account.id, openid);
  };

  /** The message within; a status where it is none of this account. */
  const readMessage = (account: Account, body: string, signed: readonly string[], signature: string) => {
    const outer = readFlatXml(body);
    if (!outer) return unread;
    if (account.aes_key === "") return outer;
    const encrypted = outer.get("Encrypt") ?? "";
    if (encrypted === "" || !isSignedBy(signature, [...signed, encrypted])) return refused;
    const plain = decryptMessage(encrypted, account.aes_key, account.app_id);
    return plain === undefined ? refused : (readFlatXml(plain) ?? done);
  };

  return {
    async answer({ id, query, body }) {
      const account = await db
        .selectFrom("company_weixin")
        .selectAll()
        .where("id", "=", id)
        .where("enabled", "=", 1)
        .where("token", "<>", "")
        .executeTakeFirst();
      if (!account) return { status: 404, text: "" };
      const { timestamp = "", nonce = "", signature = "", msg_signature = "", echostr = "" } = query;
      const signed = [account.token, timestamp, nonce];
      const isFresh = /^\d{1,12}$/.test(timestamp) && Math.abs(now() - Number(timestamp) * 1000) <= freshMs;
      if (!isSignedBy(signature, signed) || !isFresh) return refused;
      if (body === undefined) return { status: 200, text: echostr };
      const once = `${id} ${timestamp} ${nonce}`;
      if (taken.has(once)) return refused;
      const message = readMessage(account, body, signed, msg_signature);
      if ("status" in message) return message;
      if (account.original_id !== "" && message.get("ToUserName") !== account.original_id) return refused;
      taken.put(once, true);
      try {
        await happened(account, message);
      } catch (fault) {
        // WeChat says it once more.
        taken.delete(once);
        throw fault;
      }
      return done;
    },
  };
};
