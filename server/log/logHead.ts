import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import type { Db } from "#server/db/open.ts";
import { linkOf } from "#server/log/operationLog.ts";

/** The newest row of the operation log, signed and kept outside of its table, so that a cut at the end is found. */
const headShape = z.object({ seq: z.number().int(), hash: z.string(), at: z.number(), signature: z.string() });
export type LogHead = z.output<typeof headShape>;

const readOrNothing = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8");
  } catch (fault) {
    if (fault instanceof Error && "code" in fault && fault.code === "ENOENT") return undefined;
    throw fault;
  }
};

/** The Ed25519 key that signs heads; made at the first use, readable by its owner alone. */
const signingKey = (file: string): KeyObject => {
  const text = readOrNothing(file);
  if (text !== undefined) return createPrivateKey(text);
  const { privateKey } = generateKeyPairSync("ed25519");
  writeFileSync(file, privateKey.export({ format: "pem", type: "pkcs8" }), { mode: 0o600 });
  return privateKey;
};

const signedBytes = ({ seq, hash, at }: Omit<LogHead, "signature">): Buffer => Buffer.from(JSON.stringify([seq, hash, at]));

export interface HeadFiles {
  readonly head: string;
  readonly key: string;
}

export interface HeadKeeper {
  /** Notes the newest row; what is on disk follows within a moment. */
  note(seq: number, hash: string): void;
  /** Writes what was noted. */
  flush(): void;
  stop(): void;
}

const settleMs = 200;

const readHead = (file: string): LogHead | undefined => {
  const text = readOrNothing(file);
  return text === undefined ? undefined : headShape.parse(JSON.parse(text));
};

const rowOf = (db: Db, seq: number) => db.selectFrom("operation_log").select(["seq", "hash"]).where("seq", "=", seq).executeTakeFirst();

/** Keeps the head. One that the log does not bear out is left as it is, so that what was done to the log stays to be seen. */
export const openHeadKeeper = async (db: Db, files: HeadFiles, now: () => number, onBroken: () => void): Promise<HeadKeeper> => {
  const key = signingKey(files.key);
  const held = readHead(files.head);
  const broken = held !== undefined && (await rowOf(db, held.seq))?.hash !== held.hash;
  if (broken) onBroken();
  let noted: { seq: number; hash: string } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (!noted || broken) return;
    const head = { ...noted, at: now() };
    noted = undefined;
    const signature = sign(null, signedBytes(head), key).toString("base64");
    writeFileSync(`${files.head}.new`, JSON.stringify({ ...head, signature }));
    renameSync(`${files.head}.new`, files.head);
  };
  const last = await db.selectFrom("operation_log").select(["seq", "hash"]).orderBy("seq", "desc").limit(1).executeTakeFirst();
  if (last && held?.seq !== last.seq) noted = last;
  flush();
  return {
    note(seq, hash) {
      noted = { seq, hash };
      timer ??= setTimeout(flush, settleMs);
    },
    flush,
    stop: flush,
  };
};

const chunk = 5000;

/** Walks the whole chain, then asks for the row that the signed head names. Throws with the place of the first fault; answers how many rows hold. */
export const verifyLog = async (db: Db, files: HeadFiles): Promise<number> => {
  let previous = "";
  let seq = 0;
  let count = 0;
  for (;;) {
    const rows = await db.selectFrom("operation_log").selectAll().where("seq", ">", seq).orderBy("seq").limit(chunk).execute();
    if (rows.length === 0) break;
    for (const row of rows) {
      const { user_id: userId, user_name: userName, company_id: companyId, ...rest } = row;
      if (row.previous !== previous || linkOf({ ...rest, userId, userName, companyId }, previous) !== row.hash)
        throw new Error(`row ${row.seq} does not follow from the row before it`);
      previous = row.hash;
      seq = row.seq;
      count += 1;
    }
  }
  const head = readHead(files.head);
  if (!head) {
    if (count > 0) throw new Error(`there is no signed head at ${files.head}`);
    return 0;
  }
  if (!verify(null, signedBytes(head), createPublicKey(signingKey(files.key)), Buffer.from(head.signature, "base64")))
    throw new Error("the head's signature does not fit");
  if ((await rowOf(db, head.seq))?.hash !== head.hash) throw new Error(`row ${head.seq}, which the signed head names, is gone or another`);
  return count;
};
