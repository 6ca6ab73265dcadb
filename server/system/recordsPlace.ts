import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "#server/db/open.ts";
import { isPostgresUrl } from "#server/postgres/connect.ts";
import { StartFault } from "#server/startFault.ts";

/** Stands in a data folder whose records are on PostgreSQL, and says where. */
const markFile = "records.json";
const embeddedFile = "app.db";

/** Without the password that an address may hold. */
const placeOf = (url: string): string => {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
};

const knownPlace = (dataDir: string): string | undefined => {
  const file = join(dataDir, markFile);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { on: string }).on : undefined;
};

export const markRecordsElsewhere = (dataDir: string, url: string): void => {
  const text = JSON.stringify({ on: placeOf(url) });
  const file = join(dataDir, markFile);
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text, { mode: 0o600 });
};

export const forgetRecordsElsewhere = (dataDir: string): void => rmSync(join(dataDir, markFile), { force: true });

/** Notes where the records are. Refuses a database without any where others were before: the server would begin anew beside the old readings and files. */
export const keepRecordsPlace = async (db: Db, dataDir: string, url: string): Promise<void> => {
  const before = knownPlace(dataDir);
  if (before !== undefined && before !== placeOf(url)) {
    const any = await db.selectFrom("company").select("id").limit(1).executeTakeFirst();
    if (!any)
      throw new StartFault(
        `The records of ${dataDir} were on PostgreSQL at ${before}, and ${placeOf(url)} has none: set DATABASE_URL to where they are; ` +
          `to begin without them, take ${join(dataDir, markFile)} away`,
      );
  }
  markRecordsElsewhere(dataDir, url);
};

/** Refuses a folder whose records are elsewhere than the settings say: the server would begin with none. */
export const checkRecordsPlace = (dataDir: string, database: string): void => {
  const mark = join(dataDir, markFile);
  if (isPostgresUrl(database)) {
    if (existsSync(join(dataDir, embeddedFile)))
      throw new StartFault(
        `${dataDir} holds records of its own (${embeddedFile}), DATABASE_URL names a database beside them: carry them over with ` +
          `\`npm run admin -- migrate\`, or move ${embeddedFile} elsewhere`,
      );
  } else if (existsSync(mark)) {
    throw new StartFault(
      `The records of ${dataDir} are on PostgreSQL (${knownPlace(dataDir)}): set DATABASE_URL; to begin without them, take ${mark} away`,
    );
  }
};
