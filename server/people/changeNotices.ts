import { localText } from "#contract/kit/zones.ts";
import { languages } from "#contract/languages.ts";
import { type MessageId, say } from "#contract/messages.ts";
import type { Caller } from "#server/kit/caller.ts";
import { type Addresses, changesOf, mayTakeCodes } from "#server/people/addressChange.ts";
import type { Services } from "#server/services.ts";
import { systemTexts } from "#server/system/systemTexts.ts";

interface Told extends Addresses {
  readonly account: string;
  readonly proven_phone: string;
  readonly email_changed_at: number;
}

/**
 * The addresses from before that are told of a change: a phone that was proven, and an e-mail address, which nobody proves, that has been the
 * account's for so long that codes may go there. What was only typed in tells nobody anything, at the operator's cost.
 */
const toldOf = (before: Told, now: number): Addresses => ({
  phone: before.phone === before.proven_phone ? before.phone : "",
  email: mayTakeCodes(before.email_changed_at, now) ? before.email : "",
});

/**
 * Asks whether the change may be made now, and answers what tells the addresses from before once it is: in both languages since nobody
 * knows who reads it, and behind the answer.
 */
export const noticeOfChange = async (services: Services, before: Told, after: Addresses, caller: Caller): Promise<(at: number) => void> => {
  const { db, notices, noticeWaits, log, believed } = services;
  const { phone, email } = changesOf(before, after);
  const told = toldOf(before, believed());
  if ((!phone && !email) || (told.phone === "" && told.email === "")) return () => undefined;
  await noticeWaits.change(caller.userId);
  const id: MessageId = phone && email ? "text.changed.both" : phone ? "text.changed.phone" : "text.changed.email";
  const tell = async (at: number): Promise<void> => {
    const due = async (address: string): Promise<string> => {
      if (address === "" || (await noticeWaits.notice(address))) return address;
      log.warn({ part: "notices", account: before.account }, "an old address was told of many changes and is not told of this one");
      return "";
    };
    const to = { phone: await due(told.phone), email: await due(told.email) };
    const { platform } = await systemTexts(db);
    const values = { platform, account: before.account, by: caller.account, at: localText(caller.zone, at) };
    const subject = languages.map((language) => say(language, "text.changed.subject", { platform })).join(" / ");
    await notices(to, { subject, text: languages.map((each) => say(each, id, values)).join("\n") });
  };
  return (at) =>
    void tell(at).catch((fault: unknown) => log.error({ part: "notices", err: fault }, "the old address could not be told of its change"));
};
