import { createHash } from "node:crypto";
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
  /** JSON of what changed, or empty. */
  change: string;
  code: number;
  milliseconds: number;
}

export interface OperationLog {
  /** Rows are written one after another, each chained to the one before it. */
  write(operation: Operation): Promise<void>;
}

/** The chain's link: everything that the row says and the link before it. */
export const linkOf = (operation: Operation, previous: string): string =>
  createHash("sha256")
    .update(
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
        ...(operation.change === "" ? [] : [operation.change]),
      ]),
    )
    .digest("hex");

export const openOperationLog = async (db: Db): Promise<OperationLog> => {
  const last = await db.selectFrom("operation_log").select("hash").orderBy("seq", "desc").limit(1).executeTakeFirst();
  let head = last?.hash ?? "";
  let tail: Promise<void> = Promise.resolve();
  const append = async (operation: Operation): Promise<void> => {
    const hash = linkOf(operation, head);
    await db
      .insertInto("operation_log")
      .values({
        at: operation.at,
        user_id: operation.userId,
        account: operation.account,
        user_name: operation.userName,
        company_id: operation.companyId,
        address: operation.address,
        call: operation.call,
        detail: operation.detail,
        change: operation.change,
        code: operation.code,
        milliseconds: operation.milliseconds,
        previous: head,
        hash,
      })
      .execute();
    head = hash;
  };
  return {
    write(operation) {
      const written = tail.then(() => append(operation));
      tail = written.catch(() => undefined);
      return written;
    },
  };
};
