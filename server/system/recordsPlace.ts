import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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

export const markRecordsElsewhere = (dataDir: string, url: string): void => {
  const text = JSON.stringify({ on: placeOf(url) });
  const file = join(dataDir, markFile);
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text, { mode: 0o600 });
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
    const { on } = JSON.parse(readFileSync(mark, "utf8")) as { on: string };
    throw new StartFault(`The records of ${dataDir} are on PostgreSQL (${on}): set DATABASE_URL; to begin without them, take ${mark} away`);
  }
};
