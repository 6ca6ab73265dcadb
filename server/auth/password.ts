import { hash, hashRaw, verify } from "@node-rs/argon2";

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id with the recommended cost of about 30 ms. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** The same cost for a short secret that is found by its hash: all of one holder share the salt. */
export const saltedHash = async (secret: string, salt: Buffer): Promise<string> =>
  `${salt.toString("base64url")}$${(await hashRaw(secret, { ...cost, salt })).toString("base64url")}`;

let decoy: Promise<string> | undefined;

/** Takes the same time whether or not there is a hash to compare with. */
export const passwordFits = async (stored: string | undefined, password: string): Promise<boolean> => {
  decoy ??= hashPassword("no account has this password");
  const fits = await verify(stored ?? (await decoy), password);
  return stored !== undefined && fits;
};
