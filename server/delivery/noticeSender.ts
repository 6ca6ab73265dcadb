import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/open.ts";
import { mailServer } from "#server/delivery/mailServer.ts";
import { outbox } from "#server/delivery/outbox.ts";
import { smsGateway } from "#server/delivery/smsGateway.ts";
import type { CodeChannel } from "./codeProvider.ts";

export interface Notice {
  readonly subject: string;
  readonly text: string;
}

/** Brings a text to each address that is not empty; rejects when one of them could not be told. */
export type SendNotice = (to: { phone: string; email: string }, notice: Notice) => Promise<void>;

/** By e-mail and by SMS, each where it is configured and can carry a text of our own; otherwise it stays in the outbox. */
export const noticeSender = (config: Config, db: Db, believed: () => number): SendNotice => {
  const sms = config.sms && smsGateway(config.sms);
  const mail = config.smtp && mailServer(config.smtp);
  const kept = outbox(db, believed);
  const send = (channel: CodeChannel, address: string, notice: Notice): Promise<unknown> => {
    const tell = channel === "sms" ? sms?.tell : mail?.tell;
    return tell ? tell(address, notice) : kept.keep(channel, address, notice.text);
  };
  return async ({ phone, email }, notice) => {
    const sent = await Promise.allSettled([
      ...(email === "" ? [] : [send("email", email, notice)]),
      ...(phone === "" ? [] : [send("sms", phone, notice)]),
    ]);
    const faults = sent.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join("; "));
  };
};
