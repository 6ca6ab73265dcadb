import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { type Selectable, sql } from "kysely";
import { z } from "zod";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { isKeyed, linkOf, plainLinkOf } from "#server/log/operationLog.ts";

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

export interface LogKeys {
  /** Ed25519, signs heads. */
  readonly signing: KeyObject;
  /** Under it the rows are chained, so that who has the database alone can add none. */
  readonly chain: Buffer;
}

const keysOf = (text: string): LogKeys => {
  const signing = createPrivateKey(text);
  const secret = signing.export({ format: "der", type: "pkcs8" });
  return { signing, chain: createHmac("sha256", secret).update("operation log").digest() };
};

const makeKey = (): string => generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();

const keepKey = (file: string, key: string): void => writeFileSync(file, key, { mode: 0o600 });

/** The keys of the log; made at the first use, readable by their owner alone. */
export const logKeys = (file: string): LogKeys => {
  const text = readOrNothing(file);
  if (text !== undefined) return keysOf(text);
  const made = makeKey();
  keepKey(file, made);
  return keysOf(made);
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

type Row = Selectable<Database["operation_log"]>;

const newestOf = (db: Db) => db.selectFrom("operation_log").select(["seq", "hash"]).orderBy("seq", "desc").limit(1).executeTakeFirst();

/** Whether there ever was a row: SQLite keeps the last number that it gave. */
const everWritten = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = 'operation_log'`.execute(db);
  return (rows[0]?.seq ?? 0) > 0;
};

interface Link {
  readonly hash: string;
  readonly keyed: boolean;
}

/** The link behind `before`, where it follows from it. Once there is a key, no row goes without. */
const linkBehind = (row: Row, before: Link, chain: Buffer): Link | undefined => {
  const { user_id: userId, user_name: userName, company_id: companyId, ...rest } = row;
  const operation = { ...rest, userId, userName, companyId };
  const keyed = isKeyed(row.hash);
  if (row.previous !== before.hash || (before.keyed && !keyed)) return undefined;
  const hash = keyed ? linkOf(operation, before.hash, chain) : plainLinkOf(operation, before.hash);
  return hash === row.hash ? { hash, keyed } : undefined;
};

const chunk = 5000;

/** Walks the rows behind `after`; throws at the first that does not follow. Answers how many there are. */
const walk = async (db: Db, chain: Buffer, after: { seq: number; link: Link }): Promise<number> => {
  let { seq, link } = after;
  let count = 0;
  for (;;) {
    const rows = await db.selectFrom("operation_log").selectAll().where("seq", ">", seq).orderBy("seq").limit(chunk).execute();
    if (rows.length === 0) return count;
    for (const row of rows) {
      const next = linkBehind(row, link, chain);
      if (!next) throw new Error(`row ${row.seq} does not follow from the row before it`);
      link = next;
      seq = row.seq;
      count += 1;
    }
  }
};

const start = { seq: Number.MIN_SAFE_INTEGER, link: { hash: "", keyed: false } };

const checkHead = async (db: Db, { seq, hash }: Pick<LogHead, "seq" | "hash">): Promise<void> => {
  if (seq === 0 && hash === "") return;
  const row = await db.selectFrom("operation_log").select("hash").where("seq", "=", seq).executeTakeFirst();
  if (row?.hash !== hash) throw new Error(`row ${seq}, which the signed head names, is gone or another`);
};

const checkSignature = (head: LogHead, { signing }: LogKeys): void => {
  if (!verify(null, signedBytes(head), createPublicKey(signing), Buffer.from(head.signature, "base64")))
    throw new Error("the head's signature does not fit");
};

type Newest = Pick<LogHead, "seq" | "hash">;

/** Signs a row as the newest, unless a newer one is signed already: the operator's command line signs, too. */
const writeHead = (files: HeadFiles, keys: LogKeys, newest: Newest, at: number): void => {
  const held = readHead(files.head);
  if (!held || held.seq < newest.seq) signHead(files, keys, newest, at);
};

const signHead = (files: HeadFiles, { signing }: LogKeys, newest: Newest, at: number): void => {
  const head = { ...newest, at };
  const signature = sign(null, signedBytes(head), signing).toString("base64");
  writeFileSync(`${files.head}.new`, JSON.stringify({ ...head, signature }));
  renameSync(`${files.head}.new`, files.head);
};

/** Throws where the log does not bear out its head, or what stands behind the head was not written by the product. */
const checkSinceHead = async (db: Db, files: HeadFiles, keys: LogKeys): Promise<void> => {
  const held = readHead(files.head);
  if (!held) throw new Error(`there is no signed head at ${files.head}`);
  checkSignature(held, keys);
  await checkHead(db, held);
  await walk(db, keys.chain, held.seq === 0 ? start : { seq: held.seq, link: { hash: held.hash, keyed: isKeyed(held.hash) } });
};

/** Signs the newest row where the log bears out the head before it; for the operator's command line, after its own row. */
export const signNewest = async (db: Db, files: HeadFiles, at: number): Promise<void> => {
  const keys = logKeys(files.key);
  await checkSinceHead(db, files, keys);
  const newest = await newestOf(db);
  if (newest) writeHead(files, keys, newest, at);
};

/** Keeps the head. The head is there before the key, so that a key without one, be the log empty, tells that it was taken away. One that the log does not bear out is left as it is, so that what was done to the log stays to be seen. */
export const openHeadKeeper = async (
  db: Db,
  files: HeadFiles,
  now: () => number,
  onBroken: (fault: unknown) => void,
): Promise<HeadKeeper> => {
  const newest = (await newestOf(db)) ?? { seq: 0, hash: "" };
  if (readOrNothing(files.key) === undefined) {
    const made = makeKey();
    signHead(files, keysOf(made), newest, now());
    keepKey(files.key, made);
  }
  const keys = logKeys(files.key);
  let broken = false;
  try {
    await checkSinceHead(db, files, keys);
  } catch (fault) {
    broken = true;
    onBroken(fault);
  }
  let noted: Newest | undefined = newest;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (!noted || broken) return;
    writeHead(files, keys, noted, now());
    noted = undefined;
  };
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

/** Walks the whole chain, then asks for the row that the signed head names. Throws with the place of the first fault; answers how many rows hold. */
export const verifyLog = async (db: Db, files: HeadFiles): Promise<number> => {
  const text = readOrNothing(files.key);
  if (text === undefined) {
    if (await everWritten(db)) throw new Error(`there is no key at ${files.key}`);
    return 0;
  }
  const keys = keysOf(text);
  const head = readHead(files.head);
  if (!head) throw new Error(`there is no signed head at ${files.head}`);
  const count = await walk(db, keys.chain, start);
  checkSignature(head, keys);
  await checkHead(db, head);
  return count;
};
