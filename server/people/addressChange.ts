import { limits } from "#contract/limits.ts";
import { languages, type MessageId, say } from "#contract/messages.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { Services } from "#server/services.ts";
import { systemTexts } from "#server/system/systemTexts.ts";

/** Where codes for an account go. */
export interface Addresses {
  readonly phone: string;
  readonly email: string;
}

type Changes = Readonly<Record<keyof Addresses, boolean>>;

export const changesOf = (before: Addresses, after: Addresses): Changes => ({
  phone: before.phone !== after.phone,
  email: before.email !== after.email,
});

export const leadsElsewhere = (before: Addresses, after: Addresses): boolean => Object.values(changesOf(before, after)).includes(true);

/** Columns that say since when phone and e-mail address are what they become. */
export const changedAt = (before: Addresses, after: Addresses, at: number) => {
  const { phone, email } = changesOf(before, after);
  return { ...(phone ? { phone_changed_at: at } : {}), ...(email ? { email_changed_at: at } : {}) };
};

/** Whether an address has been the account's for so long that codes may go there: a thief who changed it waits while its owner is told. */
export const mayTakeCodes = (changedAt: number, now: number): boolean =>
  changedAt === 0 || now - changedAt >= limits.changedAddressSeconds * 1000;

const instantText = (at: number, zone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" }).format(at);

/** Tells the addresses from before, in both languages since nobody knows who reads it, and behind the answer. */
export const tellOldAddresses = (
  { db, notices, log }: Services,
  account: Addresses & { account: string },
  after: Addresses,
  { caller, at }: { caller: Caller; at: number },
): void => {
  const { phone, email } = changesOf(account, after);
  if (!phone && !email) return;
  const id: MessageId = phone && email ? "text.changed.both" : phone ? "text.changed.phone" : "text.changed.email";
  const tell = async (): Promise<void> => {
    const { platform } = await systemTexts(db);
    const values = { platform, account: account.account, by: caller.account, at: instantText(at, caller.zone) };
    const subject = languages.map((language) => say(language, "text.changed.subject", { platform })).join(" / ");
    await notices(
      { phone: account.phone, email: account.email },
      { subject, text: languages.map((each) => say(each, id, values)).join("\n") },
    );
  };
  tell().catch((fault: unknown) => log.error({ part: "notices", err: fault }, "the old address could not be told of its change"));
};
