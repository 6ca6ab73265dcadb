import type { Db } from "#server/db/open.ts";

interface Options {
  db: Db;
  /** The time of day that organisations expire by. */
  believed: () => number;
}

/** Whether the organisation of this path may work: it and all above it are enabled and have not expired. */
export const openCompanyAccess = ({ db, believed }: Options): ((companyPath: string) => Promise<boolean>) => {
  const mayWork = async (companyPath: string): Promise<boolean> => {
    const parts = companyPath.split("/").filter((part) => part !== "");
    const rows = await db.selectFrom("company").select(["enabled", "expires_at"]).where("id", "in", parts).execute();
    return (
      rows.length === parts.length && rows.every((row) => row.enabled === 1 && (row.expires_at === null || row.expires_at > believed()))
    );
  };
  /** Questions under way: devices of one organisation that ask together share the answer. */
  const asked = new Map<string, Promise<boolean>>();
  return (companyPath) => {
    const known = asked.get(companyPath);
    if (known) return known;
    const answer = mayWork(companyPath).finally(() => asked.delete(companyPath));
    asked.set(companyPath, answer);
    return answer;
  };
};
