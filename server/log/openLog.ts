import type { Logger } from "pino";
import type { Db } from "#server/db/open.ts";
import type { Closing } from "#server/system/closing.ts";
import type { Troubles } from "#server/system/troubles.ts";
import { type KeptRows, keepRows } from "./keptRows.ts";
import { type HeadFiles, logKeys, openHeadKeeper } from "./logHead.ts";
import { headPlaceBefore, keepLogPlaces } from "./logPlaces.ts";
import { openOperationLog } from "./operationLog.ts";
import { openRefusedCalls, type RefusedCalls } from "./refusedCalls.ts";

interface Parts {
  readonly db: Db;
  readonly dataDir: string;
  readonly files: HeadFiles;
  readonly log: Logger;
  readonly troubles: Troubles;
  readonly now: () => number;
  readonly closing: Pick<Closing, "add">;
}

/** Opens the operation log: the head that tells where it ends, the rows that wait to be written, and the calls that are refused. */
export const openLog = async (parts: Parts): Promise<{ readonly operationLog: KeptRows; readonly refusedCalls: RefusedCalls }> => {
  const { db, dataDir, files, log, troubles, now, closing } = parts;
  const before = await headPlaceBefore(db, dataDir, files);
  const head = await openHeadKeeper({ db, files, now, troubles, before });
  closing.add("operation log head", () => head.stop());
  const keys = logKeys(files.key);
  await keepLogPlaces(db, dataDir, files, keys);
  const chain = await openOperationLog(db, keys.chain, head.note);
  const operationLog = keepRows({ operationLog: chain, troubles, log });
  closing.add("operation log", () => operationLog.stop());
  const refusedCalls = openRefusedCalls(chain, troubles, now);
  closing.add("refused calls", () => refusedCalls.flush());
  return { operationLog, refusedCalls };
};
