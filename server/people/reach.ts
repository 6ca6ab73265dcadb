import type { Db } from "#server/db/open.ts";
import { pathEnd } from "#server/kit/scope.ts";
import type { Services } from "#server/services.ts";

type Told = Pick<Services, "db" | "sessions" | "changes">;
type Watching = Told & Pick<Services, "believed" | "troubles">;

const devicesBelow = (db: Db, path: string) =>
  db
    .selectFrom("device")
    .innerJoin("company", "company.id", "device.company_id")
    .select(["device.id", "device.sn"])
    .where("company.path", ">=", path)
    .where("company.path", "<", pathEnd(path))
    .execute();

/** An organisation may work no longer: sessions of its users and of those below it end, its devices are let go. */
export const companyStopped = async (services: Told, path: string): Promise<void> => {
  const users = await services.db
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.user_id")
    .innerJoin("company", "company.id", "user.company_id")
    .select("user.id")
    .distinct()
    .where("company.path", ">=", path)
    .where("company.path", "<", pathEnd(path))
    .execute();
  for (const { id } of users) await services.sessions.endAll(id);
  await services.changes.tell({ kind: "devicesDropped", devices: await devicesBelow(services.db, path), why: "disabled" });
};

/** The same, if the organisation is disabled or its time is over. */
export const stopUnlessWorking = async (services: Told & Pick<Services, "believed">, companyId: string): Promise<void> => {
  const row = await services.db
    .selectFrom("company")
    .select(["path", "enabled", "expires_at"])
    .where("id", "=", companyId)
    .executeTakeFirstOrThrow();
  if (row.enabled === 0 || (row.expires_at !== null && row.expires_at <= services.believed())) await companyStopped(services, row.path);
};

/** An organisation stands elsewhere: what was compiled or subscribed with its old path is judged anew. */
export const companyMoved = async (services: Told, companyId: string): Promise<void> => {
  const { path } = await services.db.selectFrom("company").select("path").where("id", "=", companyId).executeTakeFirstOrThrow();
  const devices = await devicesBelow(services.db, path);
  await services.changes.tell({ kind: "companyMoved", deviceIds: devices.map(({ id }) => id) });
};

/** Stops organisations whose expiry has passed, once a minute. Answers how to end it. */
export const watchExpiry = (services: Watching, everyMs = 60_000): (() => void) => {
  let seen = services.believed();
  const look = async (): Promise<void> => {
    const at = services.believed();
    const expired = await services.db
      .selectFrom("company")
      .select("path")
      .where("expires_at", ">", seen)
      .where("expires_at", "<=", at)
      .execute();
    for (const { path } of expired) await companyStopped(services, path);
    seen = at;
  };
  const timer = setInterval(() => {
    look().then(
      () => services.troubles.over("expiry"),
      (fault: unknown) => services.troubles.failed("expiry", fault, "expired organisations could not be looked for, will be tried again"),
    );
  }, everyMs);
  return () => clearInterval(timer);
};
