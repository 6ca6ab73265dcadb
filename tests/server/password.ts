import { hash } from "@node-rs/argon2";

/** Of `admin` in every site. */
export const adminPassword = "adminpw1";

/** A hash says itself what it costs to check: of users that a test adds it is next to nothing. */
export const quickHash = (password: string): Promise<string> => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
