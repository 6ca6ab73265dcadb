import type { SendText } from "#server/auth/phoneCodes.ts";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/open.ts";
import { newId } from "#server/kit/newId.ts";

const timeoutMs = 10_000;

/** An operator's HTTP gateway when one is configured, otherwise the outbox that only the operator's command line shows. */
export const textSender = (config: Config, db: Db, now: () => number): SendText => {
  const { sms } = config;
  if (!sms) {
    return async (phone, text) => {
      await db
        .insertInto("outbox")
        .values({ id: newId(now()), at: now(), channel: "sms", recipient: phone, text })
        .execute();
    };
  }
  return async (phone, text) => {
    const response = await fetch(sms.url, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...(sms.token ? { Authorization: `Bearer ${sms.token}` } : {}) },
      body: JSON.stringify({ phone, text }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`);
  };
};
