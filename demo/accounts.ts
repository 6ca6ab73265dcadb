import { regions, sites } from "./places.ts";

export const demoPassword = "demo1234";

export interface Account {
  readonly account: string;
  readonly type: 0 | 1 | 2 | 3 | 4 | 5;
  readonly name: string;
  readonly companyId: string;
  readonly phone: string;
  /** Printed at the start: one of each type. */
  readonly shown: boolean;
}

const [east, south, west] = regions;
const [shanghai, hangzhou, , shenzhen, , chengdu] = sites;

/** Accounts of every type; `admin` is the one that every installation has. */
export const accounts: readonly Account[] = [
  { account: "admin", type: 0, name: "Administrator", companyId: "root", phone: "", shown: true },
  { account: "staff", type: 1, name: "李运维", companyId: south?.id ?? "root", phone: "13800010001", shown: true },
  { account: "repair", type: 2, name: "王师傅", companyId: shanghai?.id ?? "root", phone: "13800010002", shown: true },
  { account: "user", type: 3, name: "陈用户", companyId: hangzhou?.id ?? "root", phone: "13800010003", shown: true },
  { account: "wechat", type: 4, name: "赵关注", companyId: shenzhen?.id ?? "root", phone: "13800010004", shown: true },
  { account: "owner", type: 5, name: "周业主", companyId: east?.id ?? "root", phone: "13800010005", shown: true },
  { account: "eastduty", type: 1, name: "孙值班", companyId: east?.id ?? "root", phone: "13800010006", shown: false },
  { account: "westduty", type: 1, name: "马值班", companyId: west?.id ?? "root", phone: "13800010007", shown: false },
  { account: "southrepair", type: 2, name: "何师傅", companyId: south?.id ?? "root", phone: "13800010008", shown: false },
  { account: "westrepair", type: 2, name: "罗师傅", companyId: chengdu?.id ?? "root", phone: "13800010009", shown: false },
];

/** Who processes the alarms of a region. */
export const processorsOf = (regionId: string): readonly Account[] => {
  const below = new Set([regionId, ...sites.filter((site) => site.regionId === regionId).map((site) => site.id)]);
  return accounts.filter(({ companyId, type }) => (type === 1 || type === 2) && below.has(companyId));
};
