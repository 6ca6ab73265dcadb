import { limits } from "#contract/limits.ts";
import type { Language } from "#contract/messages.ts";
import type { Asker } from "#server/auth/asker.ts";
import type { Attempt } from "#server/auth/attempts.ts";
import { passwordFits } from "#server/auth/password.ts";
import { acceptTotp, hasTotp } from "#server/auth/totp.ts";
import { isAccount } from "#server/db/engine.ts";
import type { Db } from "#server/db/open.ts";
import { addressBlock } from "#server/kit/addressBlock.ts";
import type { Trace } from "#server/kit/implement.ts";
import { Problem } from "#server/kit/problem.ts";
import { factorPhone, mayTakeCodes } from "#server/people/addressChange.ts";
import { phoneProven } from "#server/people/provenPhone.ts";
import type { Services } from "#server/services.ts";

export interface Account {
  id: string;
  account: string;
  /** Where codes may go: as long as the phone is too new, the one before. */
  phone: string;
  /** The same; empty while it is too new. */
  email: string;
  /** Of the password that fitted. */
  passwordHash: string;
  /** The stronger one where there are two. */
  secondFactor: "none" | "phone" | "totp";
}

export const factorOf = async (db: Db, row: { id: string; second_factor: number }): Promise<Account["secondFactor"]> =>
  (await hasTotp(db, row.id)) ? "totp" : row.second_factor === 1 ? "phone" : "none";

interface SignIn extends Asker {
  username: string;
  password: string;
  trace: Trace;
}

interface FirstFactor {
  account: Account;
  /** Counts as wrong until it is said to be right. */
  attempt: Attempt;
  /** Begins to judge the second answer, which counts apart: a right password clears nothing that was got wrong there. */
  second(): Promise<Attempt>;
}

/** The account if name and password fit and it may sign in. The answer is the same for every reason, and takes the same time. */
export const firstFactor = async (services: Services, { username, password, address, browser, trace }: SignIn): Promise<FirstFactor> => {
  const { db, loginLimits, factorLimits, knownBrowsers } = services;
  const row = await db.selectFrom("user").selectAll().where(isAccount(db, username)).executeTakeFirst();
  if (row) trace.owner = { userName: row.user_name, companyId: row.company_id };
  const known = await knownBrowsers.nameFor(row?.id, browser);
  const familiar = row !== undefined && addressBlock(row.last_address) === addressBlock(address);
  const answerer = { account: username, address, known, familiar };
  const attempt = await loginLimits.begin(answerer);
  const fits = await passwordFits(row?.password_hash, password);
  const usable = row !== undefined && fits && attempt.allowed && (await services.sessions.callerOf(row.id, "")) !== undefined;
  if (!usable) throw new Problem("loginRefused");
  const second = (): Promise<Attempt> => factorLimits.begin(answerer);
  const { id, account, password_hash: passwordHash } = row;
  const phone = factorPhone(row, services.believed());
  const email = mayTakeCodes(row.email_changed_at, services.believed()) ? row.email : "";
  return { account: { id, account, phone, email, passwordHash, secondFactor: await factorOf(db, row) }, attempt, second };
};

export const masked = (phone: string): string => (phone.length < 7 ? "***" : `${phone.slice(0, 3)}****${phone.slice(-4)}`);

const maskedEmail = (email: string): string => `${email.slice(0, 1)}***${email.slice(email.lastIndexOf("@"))}`;

/** Who asks for a code, and in which language it is written. */
export interface CodeAsker {
  readonly address: string;
  readonly language: Language;
}

/** The first factor was right, so that it is the account itself that asks and answers. */
const askerOf = ({ id }: Account, address: string): Asker => ({ address, browser: "", known: id });

export const sendLoginCode = ({ phoneCodes }: Services, account: Account, { address, language }: CodeAsker): Promise<number> => {
  const { phone, email } = account;
  const asker = askerOf(account, address);
  return phoneCodes.send("login", { to: { phone, email }, asker, language, waitSeconds: limits.resend.loginSeconds });
};

/** Sends the second factor's code unless one was sent within the wait; then the one that is under way still holds. Answers where it went, masked. */
export const sendSecondFactor = async (services: Services, account: Account, asker: CodeAsker): Promise<string> => {
  try {
    await sendLoginCode(services, account, asker);
  } catch (fault) {
    if (!(fault instanceof Problem) || fault.code !== "phoneCodeWait") throw fault;
  }
  const channel = await services.phoneCodes.channelOf("login", account.phone, askerOf(account, asker.address));
  return channel === "email" ? maskedEmail(account.email) : masked(account.phone);
};

/** Whether the second answer is right; it is used up by that. */
export const secondFactorFits = async (services: Services, account: Account, answer: string, address: string): Promise<boolean> => {
  if (account.secondFactor === "totp") return acceptTotp(services.db, account.id, answer, services.now());
  const way = await services.phoneCodes.use("login", account.phone, answer, askerOf(account, address));
  if (way === undefined) return false;
  await phoneProven(services.db, account, way);
  return true;
};
