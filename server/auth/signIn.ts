import { limits } from "#contract/limits.ts";
import { passwordFits } from "#server/auth/password.ts";
import { Problem } from "#server/kit/problem.ts";
import type { Services } from "#server/services.ts";

export interface Account {
  id: string;
  account: string;
  phone: string;
  secondFactor: boolean;
}

/** The account if name and password fit and it may sign in; counts failures. The answer is the same for every reason. */
export const firstFactor = async (services: Services, username: string, password: string, address: string): Promise<Account> => {
  const { db, loginLimits, now } = services;
  const locked = loginLimits.check(username, address, now()).lockedUntil !== undefined;
  const row = await db.selectFrom("user").selectAll().where("account", "=", username).executeTakeFirst();
  const fits = await passwordFits(row?.password_hash, password);
  const usable = row !== undefined && fits && !locked && (await services.sessions.callerOf(row.id, "")) !== undefined;
  if (!usable) {
    if (!locked) loginLimits.failed(username, address, now());
    throw new Problem("loginRefused");
  }
  return { id: row.id, account: row.account, phone: row.phone, secondFactor: row.second_factor === 1 };
};

export const masked = (phone: string): string => (phone.length < 7 ? "***" : `${phone.slice(0, 3)}****${phone.slice(-4)}`);

/** Sends the second factor's code unless one was sent within the wait; then the one that is under way still holds. */
export const sendSecondFactor = async (services: Services, account: Account, address: string): Promise<void> => {
  try {
    await services.phoneCodes.send("login", account.phone, address, limits.resend.loginSeconds);
  } catch (fault) {
    if (!(fault instanceof Problem) || fault.code !== "phoneCodeWait") throw fault;
  }
};
