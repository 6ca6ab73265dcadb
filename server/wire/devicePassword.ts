import { createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { Db } from "#server/db/open.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const length = 16;
const settingKey = "device.secret";

/** A password for a device that was given none: 16 letters and digits, 95 bits. */
export const newDevicePassword = (): string => Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join("");

/** The server's secret that device passwords are hashed with; made at first use and kept in the settings. */
export const deviceSecret = async (db: Db): Promise<string> => {
  await db
    .insertInto("setting")
    .values({ key: settingKey, value: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const { value } = await db.selectFrom("setting").select("value").where("key", "=", settingKey).executeTakeFirstOrThrow();
  return value;
};

const digest = (password: string | Buffer, salt: string, secret: string): Buffer =>
  createHmac("sha256", secret).update(salt).update("\0").update(password).digest();

/**
 * `salt$digest`, base64url: HMAC-SHA256 under the server's secret. Fast on purpose, since after a restart thousands of devices
 * sign in within seconds; without the secret a copied table is of no use.
 */
export const devicePasswordHash = (password: string | Buffer, secret: string): string => {
  const salt = randomBytes(16).toString("base64url");
  return `${salt}$${digest(password, salt, secret).toString("base64url")}`;
};

/** Takes the same time wherever the two differ. */
export const devicePasswordFits = (stored: string, password: string | Buffer, secret: string): boolean => {
  const [salt, kept] = stored.split("$");
  if (!salt || !kept) return false;
  const expected = Buffer.from(kept, "base64url");
  const given = digest(password, salt, secret);
  return expected.length === given.length && timingSafeEqual(expected, given);
};
