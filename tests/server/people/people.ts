import { company } from "#contract/resources/company.ts";
import { user } from "#contract/resources/user.ts";
import { openSite, type Site, type SiteOptions } from "#tests/server/site.ts";

export const goodPassword = "Kestrel72x";

export interface People {
  readonly site: Site;
  readonly admin: string;
  /** The platform's organisation. */
  readonly root: string;
  /** An organisation of the tree root > north > town, and its neighbour south. */
  readonly north: string;
  readonly town: string;
  readonly south: string;
  /** Tokens of the owners of north and south. */
  readonly northOwner: string;
  readonly southOwner: string;
}

const companyFields = (parentId: string, name: string) => ({ parentId, name });

/** A real server with a small tree of organisations, made through the calls themselves. */
export const openPeople = async (options: SiteOptions = {}): Promise<People> => {
  const site = await openSite(options);
  const admin = await site.signIn("admin", "adminpw1");
  const made = async (parentId: string, name: string): Promise<string> => {
    const answer = await site.ask(company.calls.post, companyFields(parentId, name), { token: admin });
    if (answer.code !== 0) throw new Error(`${name}: ${answer.code} ${answer.message}`);
    return answer.data.id;
  };
  const north = await made("root", "North");
  const town = await made(north, "Town");
  const south = await made("root", "South");
  const owner = async (account: string, companyId: string): Promise<string> => {
    const child = { account, userName: account, type: 5, password: goodPassword, roleIds: ["role-owner"], companyId };
    const answer = await site.ask(user.calls.add_child_company, child, { token: admin });
    if (answer.code !== 0) throw new Error(`${account}: ${answer.code} ${answer.message}`);
    return site.signIn(account, goodPassword);
  };
  return {
    site,
    admin,
    root: "root",
    north,
    town,
    south,
    northOwner: await owner("north.owner", north),
    southOwner: await owner("south.owner", south),
  };
};

export const lastText = async (site: Site, phone: string): Promise<string> => {
  await site.gatehouse.services.phoneCodes.idle();
  const row = await site.gatehouse.services.db
    .selectFrom("outbox")
    .select("text")
    .where("recipient", "=", phone)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return row.text;
};

/** The newest row of the operation log for a call. */
export const lastLogged = (site: Site, path: string) =>
  site.gatehouse.services.db
    .selectFrom("operation_log")
    .selectAll()
    .where("call", "=", path)
    .orderBy("seq", "desc")
    .executeTakeFirstOrThrow();
