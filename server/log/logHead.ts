import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { type Selectable, sql } from "kysely";
import { z } from "zod";
import { jsonPairs } from "#server/db/engine.ts";
import { lastNumber } from "#server/db/lastNumber.ts";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { isKeyed, linkOf, plainLinkOf } from "#server/log/operationLog.ts";
import { StartFault } from "#server/startFault.ts";
import type { Troubles } from "#server/system/troubles.ts";

/** The newest row of the operation log, signed and kept outside of its table, so that a cut at the end is found. */
const headShape = z.object({
  seq: z.number().int(),
  hash: z.string(),
  at: z.number(),
  /** The row up to which an operator accepted the log as it was found; what is asked for begins behind it. */
  from: z.object({ seq: z.number().int(), hash: z.string() }).optional(),
  signature: z.string(),
});
export type LogHead = z.output<typeof headShape>;

const readOrNothing = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8");
  } catch (fault) {
    if (fault instanceof Error && "code" in fault && fault.code === "ENOENT") return undefined;
    // Of a folder the system does not say which.
    throw fault instanceof Error ? Object.assign(fault, { path: file }) : fault;
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

/** The keys of the log; undefined where there are none yet. */
export const keysIn = (file: string): LogKeys | undefined => {
  const text = readOrNothing(file);
  if (text === undefined) return undefined;
  try {
    return keysOf(text);
  } catch (fault) {
    throw new StartFault(`${file} holds no key that can be read: put the key of the operation log back from a backup`, { cause: fault });
  }
};

const makeKey = (): string => generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();

const keepKey = (file: string, key: string): void => writeFileSync(file, key, { mode: 0o600, flag: "wx", flush: true });

/** The keys of the log; made at the first use, readable by their owner alone. */
export const logKeys = (file: string): LogKeys => {
  const known = keysIn(file);
  if (known) return known;
  const made = makeKey();
  keepKey(file, made);
  return keysOf(made);
};

const signedBytes = ({ seq, hash, at, from }: Omit<LogHead, "signature">): Buffer =>
  Buffer.from(JSON.stringify([seq, hash, at, ...(from ? [from.seq, from.hash] : [])]));

export interface HeadFiles {
  readonly head: string;
  readonly key: string;
}

export interface HeadKeeper {
  /** Notes the newest row; what is on disk follows within a moment, or when it can be written again. */
  note(seq: number, hash: string): void;
  /** Tries to write what was noted. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const settleMs = 200;
const longestPauseMs = 30_000;

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const readHead = (file: string): LogHead | undefined => {
  const text = readOrNothing(file);
  if (text === undefined) return undefined;
  const head = headShape.safeParse(jsonIn(text));
  if (!head.success)
    throw new Error(
      `${file} holds no signed head that can be read: put the one of the newest backup back, or run accept-log where there is none`,
    );
  return head.data;
};

type Newest = Pick<LogHead, "seq" | "hash">;

type Row = Selectable<Database["operation_log"]>;

const newestOf = (db: Db) => db.selectFrom("operation_log").select(["seq", "hash"]).orderBy("seq", "desc").limit(1).executeTakeFirst();

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
const linkedStart = ({ seq, hash }: { seq: number; hash: string }) => ({ seq, link: { hash, keyed: isKeyed(hash) } });

const checkHead = async (db: Db, { seq, hash }: Pick<LogHead, "seq" | "hash">): Promise<void> => {
  if (seq === 0 && hash === "") return;
  const row = await db.selectFrom("operation_log").select("hash").where("seq", "=", seq).executeTakeFirst();
  if (row?.hash !== hash) throw new Error(`row ${seq}, which the signed head names, is gone or another`);
};

const checkSignature = (head: LogHead, { signing }: LogKeys): void => {
  if (!verify(null, signedBytes(head), createPublicKey(signing), Buffer.from(head.signature, "base64")))
    throw new Error("the head's signature does not fit");
};

/** Whole or not at all, also when the power fails. */
const replaceFile = async (file: string, content: string): Promise<void> => {
  const handle = await open(`${file}.new`, "w", 0o600);
  try {
    await handle.writeFile(content);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
};

const signHead = (file: string, { signing }: LogKeys, head: Omit<LogHead, "signature">): Promise<void> =>
  replaceFile(file, JSON.stringify({ ...head, signature: sign(null, signedBytes(head), signing).toString("base64") }));

/** Signs a row as the newest, unless a newer one is signed already: the operator's command line signs, too. */
const writeHead = async (files: HeadFiles, keys: LogKeys, newest: Newest, at: number): Promise<void> => {
  const held = readHead(files.head);
  if (held && held.seq >= newest.seq) return;
  await signHead(files.head, keys, { ...newest, at, ...(held?.from ? { from: held.from } : {}) });
};

/** Throws where the log does not bear out its head, or what stands behind the head was not written by the product. */
const checkSinceHead = async (db: Db, files: HeadFiles, keys: LogKeys): Promise<void> => {
  const held = readHead(files.head);
  if (!held) throw new Error(`there is no signed head at ${files.head}`);
  checkSignature(held, keys);
  await checkHead(db, held);
  await walk(db, keys.chain, held.seq === 0 ? start : linkedStart(held));
};

/** Signs the newest row where the log bears out the head before it; for the operator's command line, after its own row. */
export const signNewest = async (db: Db, files: HeadFiles, at: number): Promise<void> => {
  const keys = logKeys(files.key);
  await checkSinceHead(db, files, keys);
  const newest = await newestOf(db);
  if (newest) await writeHead(files, keys, newest, at);
};

/**
 * Signs the newest row whatever is found before it, and has checks begin behind `accepted`: an operator looked into a log that does not hold,
 * and goes on.
 */
export const signAccepted = async (db: Db, files: HeadFiles, accepted: { seq: number; hash: string }, at: number): Promise<void> => {
  const newest = (await newestOf(db)) ?? accepted;
  await signHead(files.head, logKeys(files.key), { ...newest, at, from: accepted });
};

export interface HeadKeeperParts {
  readonly db: Db;
  readonly files: HeadFiles;
  readonly now: () => number;
  readonly troubles: Troubles;
  /** Where the head was kept before, if that is somewhere else. */
  readonly before?: string | undefined;
}

/** Takes the head along to the place where it is to be kept from now on. */
const bringAlong = async ({ head }: HeadFiles, before: string | undefined): Promise<void> => {
  if (before === undefined || before === head || readOrNothing(head) !== undefined) return;
  const text = readOrNothing(before);
  if (text !== undefined) await replaceFile(head, text);
};

/**
 * Keeps the head. It is there before the key, so that a key without one, be the log empty, tells that it was taken away. One that the log
 * does not bear out is left as it is, so that what was done to the log stays to be seen. What cannot be written is tried again and keeps
 * nobody waiting; rows that are behind the head by then are found to follow from it.
 */
export const openHeadKeeper = async ({ db, files, now, troubles, before }: HeadKeeperParts): Promise<HeadKeeper> => {
  const newest = (await newestOf(db)) ?? { seq: 0, hash: "" };
  if (keysIn(files.key) === undefined) {
    const made = makeKey();
    await signHead(files.head, keysOf(made), { ...newest, at: now() });
    keepKey(files.key, made);
  }
  const keys = logKeys(files.key);
  let broken = false;
  try {
    await bringAlong(files, before);
    await checkSinceHead(db, files, keys);
  } catch (fault) {
    broken = true;
    troubles.failed("operation log", fault, "the operation log does not bear out its signed head: run verify-log");
  }
  let noted: Newest | undefined = newest;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = settleMs;
  let writing: Promise<void> = Promise.resolve();
  let stopped = false;
  const plan = (): void => {
    if (stopped || broken) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, pauseMs);
    timer.unref();
  };
  const write = async (): Promise<void> => {
    const row = noted;
    if (!row || broken) return;
    try {
      await writeHead(files, keys, row, now());
      if (noted === row) noted = undefined;
      pauseMs = settleMs;
      troubles.over("operation log head");
    } catch (fault) {
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
      troubles.failed("operation log head", fault, `the signed head of the operation log could not be written to ${files.head}`);
    }
    if (noted) plan();
  };
  const flush = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };
  await flush();
  return {
    note(seq, hash) {
      noted = { seq, hash };
      plan();
    },
    flush,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await flush();
    },
  };
};

/** What organisations find of others' acts is kept apart from the chain: it has to be there for each that a row names. */
const checkReach = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ seq: number }>`select log.seq from operation_log log
    cross join ${jsonPairs(db, sql`(case log.companies when '' then '{}' else log.companies end)`)} named
    where not exists (select 1 from operation_record kept
      where kept.company_id = named.key and kept.seq = log.seq and kept.part = named.value)
    order by log.seq limit 1`.execute(db);
  const [hidden] = rows;
  if (hidden) throw new Error(`row ${hidden.seq} is kept from an organisation that it names`);
};

/**
 * Walks the whole chain, or what stands behind the row up to which an operator accepted it, then asks for the row that the signed head
 * names. Throws with the place of the first fault; answers how many rows hold.
 */
export const verifyLog = async (db: Db, files: HeadFiles): Promise<number> => {
  const keys = keysIn(files.key);
  if (!keys) {
    if ((await lastNumber(db)) > 0) throw new Error(`there is no key at ${files.key}`);
    return 0;
  }
  const head = readHead(files.head);
  if (!head) throw new Error(`there is no signed head at ${files.head}`);
  checkSignature(head, keys);
  const count = await walk(db, keys.chain, head.from ? linkedStart(head.from) : start);
  await checkHead(db, head);
  await checkReach(db);
  return count;
};
