import { createPrivateKey, type KeyObject, randomUUID, sign, verify } from "node:crypto";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import type { LicenceInfo } from "#contract/resources/license.ts";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/open.ts";
import { Problem } from "#server/kit/problem.ts";
import { utcText } from "#server/kit/utcText.ts";
import { readSetting, settingOrMade, writeSetting } from "#server/system/settingTable.ts";
import type { Troubles } from "#server/system/troubles.ts";

/** What has to be known to say what a licence allows. */
export interface Licensing {
  readonly now: () => number;
  readonly config: Pick<Config, "licencePublicKey">;
  readonly troubles: Pick<Troubles, "failed" | "over">;
}
type WithDb = Licensing & { readonly db: Db };
export type Counted = "companies" | "users" | "devices";

const amount = z.number().int().min(1).max(1_000_000_000);

/** What a licence says. The file is base64url(JSON of this) + "." + base64url(Ed25519 signature of those JSON bytes). */
export const licencePayload = z.strictObject({
  installation: z.string().min(1).max(100),
  holder: z.string().min(1).max(200),
  issuedAt: z.iso.datetime({ offset: true }),
  expiresAt: z.iso.datetime({ offset: true }).nullable(),
  limits: z.strictObject({ companies: amount, users: amount, devices: amount }),
});
export type LicencePayload = z.output<typeof licencePayload>;

const reasons = {
  format: { zh: "文件格式不正确", en: "it is not a licence file" },
  signature: { zh: "签名不正确", en: "the signature is not valid" },
  installation: { zh: "不属于本系统", en: "it was issued for another installation" },
  expired: { zh: "已过期", en: "it has expired" },
} as const;
const invalid = (reason: keyof typeof reasons): Problem => new Problem("licenceInvalid", { values: { reason: reasons[reason] } });

const fileKey = "licence";

/** Names this installation in licences; made once. */
export const installationOf = (db: Db): Promise<string> => settingOrMade(db, "installation", randomUUID);

/** What a file says once its signature fits. */
const readLicence = (content: string, publicKey: KeyObject): LicencePayload => {
  const [body = "", signature = "", ...more] = content.trim().split(".");
  if (body === "" || signature === "" || more.length > 0) throw invalid("format");
  const bytes = Buffer.from(body, "base64url");
  if (!verify(null, bytes, publicKey, Buffer.from(signature, "base64url"))) throw invalid("signature");
  try {
    return licencePayload.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    throw invalid("format");
  }
};

/** The text of a licence file. `privateKey` is PEM. */
export const signLicence = (payload: LicencePayload, privateKey: string): string => {
  const bytes = Buffer.from(JSON.stringify(payload));
  return `${bytes.toString("base64url")}.${sign(null, bytes, createPrivateKey(privateKey)).toString("base64url")}`;
};

interface InForce {
  kind: "free" | "licensed";
  state: "valid" | "expired";
  holder: string;
  expiresAt: string | null;
  limits: Record<Counted, number>;
}

const free: InForce = { kind: "free", state: "valid", holder: "", expiresAt: null, limits: limits.freeLicence };

const unfit =
  "the licence that was activated does not hold, and the built-in free one applies: set LICENCE_PUBLIC_KEY to the key that it was signed with";

/** What the activated file says; undefined where there is none, and where it does not hold, which is a trouble. */
const activated = async (db: Db, { config, troubles }: Licensing): Promise<LicencePayload | undefined> => {
  const content = await readSetting(db, fileKey);
  if (content === undefined) return undefined;
  try {
    if (config.licencePublicKey === undefined) throw new Problem("licenceKeyMissing");
    const payload = readLicence(content, config.licencePublicKey);
    troubles.over("licence");
    return payload;
  } catch (fault) {
    if (!(fault instanceof Problem)) throw fault;
    troubles.failed("licence", fault, unfit);
    return undefined;
  }
};

/** At the start: a licence that does not hold is told before anybody asks for it. */
export const checkLicence = async (services: WithDb): Promise<void> => void (await activated(services.db, services));

/** What holds now: the activated file while it lasts and its key is configured, otherwise the built-in free licence. */
const inForce = async (db: Db, licensing: Licensing): Promise<InForce> => {
  const payload = await activated(db, licensing);
  if (!payload) return free;
  const { holder, expiresAt, limits: own } = payload;
  const expired = expiresAt !== null && Date.parse(expiresAt) <= licensing.now();
  const ends = expiresAt === null ? null : utcText(Date.parse(expiresAt));
  return { kind: "licensed", state: expired ? "expired" : "valid", holder, expiresAt: ends, limits: expired ? free.limits : own };
};

const tables = { companies: "company", users: "user", devices: "device" } as const;

const usedOf = async (db: Db, counted: Counted): Promise<number> => {
  const { count } = await db
    .selectFrom(tables[counted])
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
};

export const licenceInfoOf = async (services: WithDb): Promise<LicenceInfo> => ({
  ...(await inForce(services.db, services)),
  used: {
    companies: await usedOf(services.db, "companies"),
    users: await usedOf(services.db, "users"),
    devices: await usedOf(services.db, "devices"),
  },
  installation: await installationOf(services.db),
  activatable: services.config.licencePublicKey !== undefined,
});

const words = {
  companies: { zh: "组织", one: "organisation", many: "organisations" },
  users: { zh: "用户", one: "user", many: "users" },
  devices: { zh: "设备", one: "device", many: "devices" },
} as const;

const fullLicence = (counted: Counted, allowed: number): Problem => {
  const { zh, one, many } = words[counted];
  return new Problem("licenceLimit", { values: { count: allowed, what: { zh, en: allowed === 1 ? one : many } } });
};

/** How many more the licence allows; `db` is the transaction that adds them. */
export interface Room {
  readonly left: number;
  /** Takes room for one; refused where there is none left. */
  take(): void;
}

/** Counted once for all that are added together. What is there already stays. */
export const roomFor = async (db: Db, licensing: Licensing, counted: Counted): Promise<Room> => {
  const allowed = (await inForce(db, licensing)).limits[counted];
  let left = Math.max(0, allowed - (await usedOf(db, counted)));
  return {
    get left() {
      return left;
    },
    take() {
      if (left === 0) throw fullLicence(counted, allowed);
      left -= 1;
    },
  };
};

/** Refuses one more where that would go over the licence's limit; `db` is the transaction that adds it. */
export const checkRoom = async (db: Db, licensing: Licensing, counted: Counted): Promise<void> =>
  (await roomFor(db, licensing, counted)).take();

/** Takes a file over once everything about it is right; answers what it says, for the log. */
export const activateLicence = async ({ db, now, config, troubles }: WithDb, content: string): Promise<LicencePayload> => {
  if (config.licencePublicKey === undefined) throw new Problem("licenceKeyMissing");
  const payload = readLicence(content, config.licencePublicKey);
  if (payload.installation !== (await installationOf(db))) throw invalid("installation");
  if (payload.expiresAt !== null && Date.parse(payload.expiresAt) <= now()) throw invalid("expired");
  await writeSetting(db, fileKey, content.trim());
  troubles.over("licence");
  return payload;
};

/** The activated file, or the request for one that the vendor signs. */
export const licenceFile = async (db: Db): Promise<{ fileName: string; contentType: string; body: string }> => {
  const content = await readSetting(db, fileKey);
  if (content !== undefined) return { fileName: "gatehouse.lic", contentType: "text/plain; charset=utf-8", body: content };
  const body = `${JSON.stringify({ product: "Gatehouse", installation: await installationOf(db) }, null, 2)}\n`;
  return { fileName: "gatehouse-request.json", contentType: "application/json; charset=utf-8", body };
};
