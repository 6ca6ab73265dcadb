import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/open.ts";
import type { CodeChannel, CodeMessage, CodeProvider, Recipient } from "#server/delivery/codeProvider.ts";
import { mailServer } from "#server/delivery/mailServer.ts";
import { outbox } from "#server/delivery/outbox.ts";
import { smsGateway } from "#server/delivery/smsGateway.ts";

/** Brings a code to its recipient and says by which channel it went; rejects when no provider took it. */
export type SendCode = (to: Recipient, message: CodeMessage) => Promise<CodeChannel>;

/**
 * By SMS where a gateway is configured, otherwise by e-mail where a mail server is and the recipient has an address, which is also the way
 * when the gateway refuses. With neither, codes stay in the outbox that only the operator's command line shows.
 */
export const codeSender = (config: Config, db: Db, believed: () => number): SendCode => {
  const sms = config.sms && smsGateway(config.sms);
  const mail = config.smtp && mailServer(config.smtp);
  const kept = outbox(db, believed);
  return async ({ phone, email }, message) => {
    const ways: { provider: CodeProvider; address: string }[] = [];
    if (sms) ways.push({ provider: sms, address: phone });
    if (mail && email) ways.push({ provider: mail, address: email });
    if (ways.length === 0) ways.push({ provider: kept, address: phone });
    const faults: unknown[] = [];
    for (const { provider, address } of ways) {
      try {
        await provider.send(address, message);
        return provider.channel;
      } catch (fault) {
        faults.push(fault);
      }
    }
    throw faults.length === 1 ? faults[0] : new AggregateError(faults, faults.map(String).join("; "));
  };
};
