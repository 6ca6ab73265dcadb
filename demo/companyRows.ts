import type { Insertable } from "kysely";
import { lookOf } from "#contract/kit/accountLook.ts";
import type { CompanyTable, DeviceUserTable, UserTable } from "#server/db/peopleTables.ts";
import { isConsumer } from "#server/kit/scope.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { type Account, accounts } from "./accounts.ts";
import type { Gateway } from "./fleet.ts";
import { regions, type Site, sites } from "./places.ts";

export const companyPath = ({ regionId, id }: Pick<Site, "regionId" | "id">): string => `${rootCompanyId}/${regionId}/${id}/`;

export const companyRows = (at: number): Insertable<CompanyTable>[] => {
  const more = { enabled: 1, expires_at: null, created_at: at, updated_at: at, updated_by: "" };
  return [
    ...regions.map(({ id, name, zone }) => ({ id, parent_id: rootCompanyId, path: `${rootCompanyId}/${id}/`, name, zone, ...more })),
    ...sites.map((site) => ({
      id: site.id,
      parent_id: site.regionId,
      path: companyPath(site),
      name: site.name,
      zone: site.zone,
      ...more,
    })),
  ];
};

/** Accounts beside `admin`, who comes with the system. */
export const newAccounts: readonly Account[] = accounts.filter(({ account }) => account !== "admin");

/** What an end consumer has of the first gateways of its site: three of its own, two of others, one that waits to be authorised. */
const bindingStates = [0, 0, 0, 1, 1, 2] as const;

export const bindingRows = ({ account, type, companyId }: Account, fleet: readonly Gateway[], at: number): Insertable<DeviceUserTable>[] =>
  isConsumer({ type })
    ? fleet
        .filter(({ site }) => site.id === companyId)
        .slice(0, bindingStates.length)
        .map(({ id }, index) => ({ device_id: id, user_id: userId(account), state: bindingStates[index] ?? 2, at }))
    : [];

const userId = (account: string): string => `demo-user-${account}`;

export const userRow = ({ account, type, name, companyId, phone }: Account, passwordHash: string, at: number): Insertable<UserTable> => ({
  id: userId(account),
  company_id: companyId,
  account,
  look: lookOf(account),
  user_name: name,
  nick_name: name,
  phone,
  email: "",
  avatar: "",
  type,
  password_hash: passwordHash,
  enabled: 1,
  second_factor: 0,
  created_at: at,
  updated_at: at,
  updated_by: "",
});
