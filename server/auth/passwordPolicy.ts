import { limits } from "#contract/limits.ts";
import type { passwordPolicies } from "#contract/resources/sys.ts";
import type { Db } from "#server/db/open.ts";
import { Problem } from "#server/kit/problem.ts";
import { readSetting } from "#server/system/settingTable.ts";
import { systemTexts } from "#server/system/systemTexts.ts";

export type PasswordPolicy = (typeof passwordPolicies)[number];

interface About {
  account: string;
  phone?: string;
  userName?: string;
  companyName?: string;
  /** The organisation, where there is one already. */
  companyId?: string;
}

let known: Promise<ReadonlySet<string>> | undefined;

/** The passwords that attackers try first, some 49,000 of them, in lower case; loaded when the first password is set. */
const knownBad = (): Promise<ReadonlySet<string>> => {
  known ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => {
    const listed: unknown = dictionary["passwords-common"];
    if (!Array.isArray(listed)) throw new Error("the list of known passwords has another shape");
    return new Set(listed.map(String));
  });
  return known;
};

const isRun = (text: string): boolean => {
  const steps = new Set([...text].slice(1).map((character, at) => character.charCodeAt(0) - text.charCodeAt(at)));
  const [step] = steps;
  return steps.size === 1 && step !== undefined && Math.abs(step) <= 1;
};

const productWords = ["gatehouse"];
const shortest = 4;

/** True when the password is little more than something that is known of its holder or of the place that it is used in. */
const tellsOf = (password: string, { account, phone = "", userName = "" }: About, places: readonly string[]): boolean =>
  [account, phone, userName, ...places]
    .map((text) => text.toLowerCase())
    .some((text) => text.length >= shortest && (password.includes(text) || (password.length >= shortest && text.includes(password))));

/** Names of the product, the platform and the organisation. */
const placesOf = async (db: Db, { companyName, companyId }: About): Promise<string[]> => {
  const { platform } = await systemTexts(db);
  const company = companyId && (await db.selectFrom("company").select("name").where("id", "=", companyId).executeTakeFirst());
  return [...productWords, platform, ...(companyName ? [companyName] : []), ...(company ? [company.name] : [])];
};

export const passwordIsBad = async (db: Db, password: string, about: About): Promise<boolean> => {
  const text = password.toLowerCase();
  return isRun(text) || tellsOf(text, about, await placesOf(db, about)) || (await knownBad()).has(text);
};

const meets = (policy: PasswordPolicy, password: string): boolean =>
  policy === "standard" || (password.length >= limits.passwordStrict.min && /\d/.test(password) && /[A-Za-z]/.test(password));

/** Refuses known-bad passwords always, and what the platform's policy asks for on top of the specified rule. */
export const checkPassword = async (db: Db, password: string, about: About): Promise<void> => {
  const policy: PasswordPolicy = (await readSetting(db, "password.policy")) === "strict" ? "strict" : "standard";
  if (!meets(policy, password) || (await passwordIsBad(db, password, about))) throw new Problem("passwordWeak");
};
