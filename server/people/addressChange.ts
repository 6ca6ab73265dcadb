import { limits } from "#contract/limits.ts";

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
export const changedAt = (before: Addresses, after: Addresses, believed: number) => {
  const { phone, email } = changesOf(before, after);
  return { ...(phone ? { phone_changed_at: believed } : {}), ...(email ? { email_changed_at: believed } : {}) };
};

/** For so long a changed address takes no codes: a thief who changed it waits while its owner is told. */
export const codesHeldBackMs = limits.changedAddressSeconds * 1000;

/** Whether an address has been the account's for so long that codes may go there. */
export const mayTakeCodes = (changedAt: number, now: number): boolean => changedAt === 0 || now - changedAt >= codesHeldBackMs;

/**
 * The phone that codes of the second factor go to. Its own holder proves a new one with a code from it, so that it is as good as the old one.
 * One that somebody else typed in waits for its day, and the phone that was proven before goes on; where none was, there is nothing to keep.
 */
export const factorPhone = (user: { phone: string; proven_phone: string; phone_changed_at: number }, now: number): string =>
  user.proven_phone === "" || mayTakeCodes(user.phone_changed_at, now) ? user.phone : user.proven_phone;
