import type { Asker } from "#server/auth/asker.ts";
import type { Attempt } from "#server/auth/attempts.ts";
import type { LoginLimits } from "#server/auth/loginLimits.ts";
import { passwordFits } from "#server/auth/password.ts";
import { factorOf } from "#server/auth/signIn.ts";
import { acceptTotp } from "#server/auth/totp.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { phoneProven } from "#server/people/provenPhone.ts";
import type { Services } from "#server/services.ts";

/** The own password is `ownPassword` in forms that are about somebody else. */
export type OwnerProof = ({ readonly password: string } | { readonly ownPassword: string }) & {
  /** Of the authenticator, a recovery code, or the code that was sent to the own phone; not asked for without a second factor. */
  readonly verifyCode: string;
};

/** Whoever is signed in asks and answers for themselves. */
export const ownAsker = ({ userId }: Pick<Caller, "userId">, address: string): Asker => ({ address, browser: "", known: userId });

export const ownRow = async (db: Db, caller: Caller) => {
  const row = await db.selectFrom("user").selectAll().where("id", "=", caller.userId).executeTakeFirst();
  if (!row) throw new Problem("sessionEnded");
  return row;
};

/** Limited like a log-in, so that a stolen session cannot guess. The attempt counts as wrong until `right` says otherwise. */
const ownAttempt = async (limits: LoginLimits, caller: Caller, address: string): Promise<Attempt> => {
  const attempt = await limits.begin({ account: caller.account, address, known: caller.sessionId });
  if (!attempt.allowed) throw new Problem("tooMany");
  return attempt;
};

/** Counted apart from passwords: who has the password clears nothing by it that was got wrong here. */
export const ownFactorAttempt = (services: Services, caller: Caller, address: string): Promise<Attempt> =>
  ownAttempt(services.factorLimits, caller, address);

export const checkOwnPassword = async (services: Services, caller: Caller, password: string, address: string) => {
  const row = await ownRow(services.db, caller);
  const attempt = await ownAttempt(services.loginLimits, caller, address);
  if (!(await passwordFits(row.password_hash, password))) throw new Problem("passwordWrong");
  await attempt.right();
  return row;
};

/** In front of whatever leads into an account: password and, where there is one, the second factor. */
export const checkOwner = async (services: Services, caller: Caller, proof: OwnerProof, address: string) => {
  const { verifyCode } = proof;
  const [field, password] = "ownPassword" in proof ? ["ownPassword", proof.ownPassword] : ["password", proof.password];
  // A forgotten field is no guess.
  if (password === "") throw fieldProblem(field, "rule.password.old");
  const row = await checkOwnPassword(services, caller, password, address);
  const factor = await factorOf(services.db, row);
  if (factor === "none") return row;
  if (verifyCode === "") throw fieldProblem("verifyCode", "rule.code.required");
  const attempt = await ownFactorAttempt(services, caller, address);
  if (factor === "totp") {
    if (!(await acceptTotp(services.db, row.id, verifyCode, services.now()))) throw new Problem("totpCodeWrong");
  } else {
    const way = await services.phoneCodes.use("auth", row.phone, verifyCode, ownAsker(caller, address));
    if (way === undefined) throw new Problem("phoneCodeWrong");
    await phoneProven(services.db, row, way);
  }
  await attempt.right();
  return row;
};
