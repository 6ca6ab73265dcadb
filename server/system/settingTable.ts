import type { Db } from "#server/db/open.ts";

export const readSetting = async (db: Db, key: string): Promise<string | undefined> =>
  (await db.selectFrom("setting").select("value").where("key", "=", key).executeTakeFirst())?.value;

export const writeSetting = async (db: Db, key: string, value: string): Promise<void> => {
  await db
    .insertInto("setting")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
};

/** The setting, made when it is not there yet; whoever makes it first wins. */
export const settingOrMade = async (db: Db, key: string, make: () => string): Promise<string> => {
  await db
    .insertInto("setting")
    .values({ key, value: make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readSetting(db, key)) ?? "";
};
