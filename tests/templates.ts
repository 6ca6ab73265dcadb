import { openDatabase } from "#server/db/open.ts";
import { seedSystem } from "#server/system/seed.ts";
import { type Content, contents } from "#tests/server/database.ts";
import { adminPassword, quickHash } from "#tests/server/password.ts";

/** What the databases of a run's tests are copies of, each filled as the server does at its first start. */
export const fillTemplates = async (placeOf: (content: Content) => string): Promise<void> => {
  for (const content of contents) {
    const db = await openDatabase(placeOf(content));
    if (content === "basics") {
      await seedSystem(db, Date.now(), adminPassword);
      await db
        .updateTable("user")
        .set({ password_hash: await quickHash(adminPassword) })
        .where("account", "=", "admin")
        .execute();
    }
    await db.destroy();
  }
};
