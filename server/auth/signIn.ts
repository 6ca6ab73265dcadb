import { type SqlBool, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import { passwordFits } from "#server/auth/password.ts";
import { acceptTotp, hasTotp } from "#server/auth/totp.ts";
import type { Db } from "#server/db/open.ts";
import { Problem } from "#server/kit/problem.ts";
import type { Services } from "#server/services.ts";

export interface Account {
  id: string;
  account: string;
  phone: string;
  /** The stronger one where there are two. */
  secondFactor: "none" | "phone" | "totp";
}

const factorOf = async (db: Db, row: { id: string; second_factor: number }): Promise<Account["secondFactor"]> =>
  (await hasTotp(db, row.id)) ? "totp" : row.second_factor === 1 ? "phone" : "none";

/** The account if name and password fit and it may sign in; counts failures. The answer is the same for every reason. */
export const firstFactor = async (services: Services, username: string, password: string, address: string): Promise<Account> => {
  const { db, loginLimits, now } = services;
  const locked = loginLimits.check(username, address, now()).lockedUntil !== undefined;
  const row = await db.selectFrom("user").selectAll().where(sql<SqlBool>`account = ${username} collate nocase`).executeTakeFirst();
  const fits = await passwordFits(row?.password_hash, password);
  const usable = row !== undefined && fits && !locked && (await services.sessions.callerOf(row.id, "")) !== undefined;
  if (!usable) {
    if (!locked) loginLimits.failed(username, address, now());
    throw new Problem("loginRefused");
  }
  return { id: row.id, account: row.account, phone: row.phone, secondFactor: await factorOf(db, row) };
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

/** Whether the second answer is right; it is used up by that. */
export const secondFactorFits = (services: Services, account: Account, answer: string): boolean | Promise<boolean> =>
  account.secondFactor === "totp"
    ? acceptTotp(services.db, account.id, answer, services.now())
    : services.phoneCodes.use("login", account.phone, answer);
