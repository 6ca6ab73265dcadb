import { randomBytes, randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { limits } from "#contract/limits.ts";
import { saltedHash } from "#server/auth/password.ts";
import type { Db } from "#server/db/open.ts";
import { Problem } from "#server/kit/problem.ts";

const stepSeconds = 30;
/** Steps to either side that a phone's clock may be off. */
const window = 1;

const generatorOf = (secret: string, issuer: string, account: string): TOTP =>
  new TOTP({ issuer, label: account, algorithm: "SHA1", digits: 6, period: stepSeconds, secret: Secret.fromBase32(secret) });

/** A secret that does not count until a code of it was confirmed; one that counts already stays. */
export const beginTotp = async (db: Db, user: { id: string; account: string }, issuer: string) => {
  const secret = new Secret({ size: 20 }).base32;
  await db
    .insertInto("user_factor")
    .values({ user_id: user.id, secret, confirmed_at: null })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({ secret, last_step: 0 }).where("user_factor.confirmed_at", "is", null),
    )
    .execute();
  return { secret, address: generatorOf(secret, issuer, user.account).toString() };
};

/** The time step of a right code; undefined for a wrong one and for one that was accepted before. */
const stepOf = (factor: { secret: string; last_step: number }, code: string, now: number): number | undefined => {
  const delta = generatorOf(factor.secret, "", "").validate({ token: code, timestamp: now, window });
  if (delta === null) return undefined;
  const step = Math.floor(now / 1000 / stepSeconds) + delta;
  return step > factor.last_step ? step : undefined;
};

const recoveryLength = 10;
const recoveryAlphabet = "23456789abcdefghjkmnpqrstuvwxyz";
const recoveryCode = (): string =>
  Array.from({ length: recoveryLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join("");

/** Makes the authenticator count, and answers new recovery codes: only their hashes are kept. */
export const confirmTotp = async (db: Db, userId: string, code: string, now: number): Promise<string[]> => {
  const salt = randomBytes(16);
  const codes = Array.from({ length: limits.recoveryCodes }, recoveryCode);
  const hashes = await Promise.all(codes.map((each) => saltedHash(each, salt)));
  return db.transaction().execute(async (tx) => {
    const factor = await tx.selectFrom("user_factor").selectAll().where("user_id", "=", userId).executeTakeFirst();
    const step = factor && factor.confirmed_at === null ? stepOf(factor, code, now) : undefined;
    if (step === undefined) throw new Problem("totpCodeWrong");
    await tx.updateTable("user_factor").set({ confirmed_at: now, last_step: step }).where("user_id", "=", userId).execute();
    await tx.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
    for (const hash of hashes) await tx.insertInto("recovery_code").values({ user_id: userId, hash }).execute();
    return codes;
  });
};

export const endTotp = async (db: Db, userId: string): Promise<void> => {
  await db.deleteFrom("user_factor").where("user_id", "=", userId).execute();
  await db.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
};

export const hasTotp = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .selectFrom("user_factor")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst()) !== undefined;

/** The hash that the answer would be kept under, were it one of the user's recovery codes. */
const recoveryHash = async (db: Db, userId: string, answer: string): Promise<string> => {
  if (answer.length !== recoveryLength) return "";
  const row = await db.selectFrom("recovery_code").select("hash").where("user_id", "=", userId).limit(1).executeTakeFirst();
  const [salt] = row?.hash.split("$") ?? [];
  return salt ? saltedHash(answer, Buffer.from(salt, "base64url")) : "";
};

/** True for a code of the authenticator, each of which counts once, and for a recovery code, which is used up by it. */
export const acceptTotp = async (db: Db, userId: string, answer: string, now: number): Promise<boolean> => {
  const code = answer.replace(/[\s-]/g, "").toLowerCase();
  const recovery = await recoveryHash(db, userId, code);
  return db.transaction().execute(async (tx) => {
    const factor = await tx.selectFrom("user_factor").selectAll().where("user_id", "=", userId).executeTakeFirst();
    if (!factor || factor.confirmed_at === null) return false;
    const step = stepOf(factor, code, now);
    if (step !== undefined) {
      await tx.updateTable("user_factor").set({ last_step: step }).where("user_id", "=", userId).execute();
      return true;
    }
    const { numDeletedRows } = await tx
      .deleteFrom("recovery_code")
      .where("user_id", "=", userId)
      .where("hash", "=", recovery)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  });
};
