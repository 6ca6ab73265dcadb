import { createHash, createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";

export interface Operation {
  at: number;
  userId: string | null;
  account: string;
  userName: string;
  companyId: string | null;
  address: string;
  call: string;
  detail: string;
  /** JSON of what changed; left out or empty when nothing did. */
  change?: string;
  /** JSON of the organisations besides the actor's whose records it was about, each to what it may see of the row: a part, or "" for all. */
  companies?: string;
  code: number;
  milliseconds: number;
}

export interface OperationLog {
  /** Rows are written one after another, each chained to the one before it. */
  write(operation: Operation): Promise<void>;
}

const linkedText = (operation: Operation, previous: string): string =>
  JSON.stringify([
    previous,
    operation.at,
    operation.userId,
    operation.account,
    operation.userName,
    operation.companyId,
    operation.address,
    operation.call,
    operation.detail,
    operation.code,
    operation.milliseconds,
    ...(operation.change ? [operation.change] : []),
    ...(operation.companies ? [[operation.companies]] : []),
  ]);

/** How the link of a row begins that only who has the key can make. */
const keyedMark = "k:";
export const isKeyed = (hash: string): boolean => hash.startsWith(keyedMark);

/** The chain's link: everything that the row says and the link before it, under the key. */
export const linkOf = (operation: Operation, previous: string, key: Buffer): string =>
  keyedMark + createHmac("sha256", key).update(linkedText(operation, previous)).digest("hex");

/** The link of rows from before there was a key. */
export const plainLinkOf = (operation: Operation, previous: string): string =>
  createHash("sha256").update(linkedText(operation, previous)).digest("hex");

const headOf = async (db: Db): Promise<string> => {
  const last = await db.selectFrom("operation_log").select("hash").orderBy("seq", "desc").limit(1).executeTakeFirst();
  return last?.hash ?? "";
};

/** Adds the row in one statement, if the log still ends with `head`: another program (the operator's) may have written meanwhile. */
const appendBehind = async (db: Db, head: string, hash: string, operation: Operation): Promise<number | undefined> => {
  const { at, userId, account, userName, companyId, address, call, detail, change = "", companies = "", code, milliseconds } = operation;
  const { rows } = await sql<{ seq: number }>`
    insert into operation_log
      (at, user_id, account, user_name, company_id, address, call, detail, change, companies, code, milliseconds, previous, hash)
    select ${at}, ${userId}, ${account}, ${userName}, ${companyId}, ${address}, ${call}, ${detail}, ${change}, ${companies}, ${code}, ${milliseconds}, ${head}, ${hash}
    where coalesce((select hash from operation_log order by seq desc limit 1), '') = ${head}
    returning seq`.execute(db);
  return rows[0]?.seq;
};

/** `appended` is told of every row once it is written. */
export const openOperationLog = async (db: Db, key: Buffer, appended?: (seq: number, hash: string) => void): Promise<OperationLog> => {
  let head = await headOf(db);
  let tail: Promise<void> = Promise.resolve();
  const append = async (operation: Operation): Promise<void> => {
    for (;;) {
      const hash = linkOf(operation, head, key);
      const seq = await appendBehind(db, head, hash, operation);
      head = seq === undefined ? await headOf(db) : hash;
      if (seq === undefined) continue;
      appended?.(seq, hash);
      return;
    }
  };
  return {
    write(operation) {
      const written = tail.then(() => append(operation));
      tail = written.catch(() => undefined);
      return written;
    },
  };
};
