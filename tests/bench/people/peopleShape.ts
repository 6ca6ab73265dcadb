import { rootCompanyId } from "#server/system/seed.ts";

export const companyCount = 10_000;
export const userCount = 100_000;
export const roleCount = 5000;
export const deviceCount = 20_000;

const regions = 20;
const wideChildren = 2000;
const deepest = 6;
const newest = Date.UTC(2026, 10, 1);
const day = 86_400_000;
const trades = ["水务", "冷链", "热力", "光伏", "Cold store", "Boilers", "Water works", "Solar field"];
const surnames = ["王", "李", "张", "Smith", "Ivanova", "Müller", "刘", "陈"];

/** A number that looks drawn but is the same in every run. */
const drawn = (index: number, salt: number): number => Math.imul(index + 1, 2_654_435_761 + salt * 40_503) >>> 8;

export interface BenchCompany {
  id: string;
  parentId: string;
  path: string;
  name: string;
  enabled: boolean;
  expiresAt: number | null;
  depth: number;
}

export const idOfCompany = (index: number): string => `org-${index}`;

/** With 2,000 organisations right below it, and a fifth of all users. */
export const wideCompany = idOfCompany(0);
/** In the middle of the tree; below it is `deepWideCompany` and some hundred others. */
export const middleCompany = idOfCompany(1);
/** The second one with 2,000 right below it, one level lower than the first. */
export const deepWideCompany = idOfCompany(regions + wideChildren);

const parentOf = (index: number, companies: readonly BenchCompany[]): BenchCompany | undefined => {
  if (index < regions) return undefined;
  if (index < regions + wideChildren) return companies[0];
  if (index === regions + wideChildren) return companies[1];
  const narrow = regions + 2 * wideChildren + 1;
  if (index < narrow) return companies[regions + wideChildren];
  const region = companies[1 + (drawn(index, 1) % (regions - 1))];
  const earlier = index === narrow ? undefined : companies[narrow + (drawn(index, 2) % (index - narrow))];
  return drawn(index, 3) % 4 === 0 || !earlier || earlier.depth >= deepest ? region : earlier;
};

/** The tree without its root: twenty regions, two of them with a node of 2,000 children, the others growing up to six levels deep. */
export const benchCompanies = (rootPath: string): BenchCompany[] => {
  const companies: BenchCompany[] = [];
  for (let index = 0; index < companyCount - 1; index += 1) {
    const parent = parentOf(index, companies);
    const id = idOfCompany(index);
    companies.push({
      id,
      parentId: parent?.id ?? rootCompanyId,
      path: `${parent?.path ?? rootPath}${id}/`,
      name: `${trades[drawn(index, 4) % trades.length]} ${index}`,
      enabled: index < regions || index % 50 !== 7,
      expiresAt: index >= regions && index % 40 === 3 ? newest - day : index % 10 === 1 ? newest + 3650 * day : null,
      depth: (parent?.depth ?? 0) + 1,
    });
  }
  return companies;
};

export interface BenchUser {
  id: string;
  account: string;
  name: string;
  phone: string;
  companyId: string;
  type: number;
  enabled: boolean;
  lastLoginAt: number | null;
  createdAt: number;
  roleIds: string[];
}

export const idOfRole = (index: number): string => `bench-role-${index}`;
export const idOfUser = (index: number): string => `person-${index}`;

/** Of a hundred users 60 are end consumers, 8 official accounts, 17 staff, 8 repairmen, 5 owners and 2 administrators. */
const typeOf = (index: number): number => {
  const mixed = drawn(index, 5) % 100;
  if (mixed < 60) return 3;
  if (mixed < 68) return 4;
  if (mixed < 85) return 1;
  if (mixed < 93) return 2;
  return mixed < 98 ? 5 : 0;
};

const builtinRole: readonly string[] = [
  "role-administrator",
  "role-staff",
  "role-repairman",
  "role-user",
  "role-official-account",
  "role-owner",
];

/** Every fifth user is of `wideCompany`, every tenth of `middleCompany` or the wide one below it; one in five holds more than one role. */
export const benchUser = (index: number): BenchUser => {
  const type = typeOf(index);
  const own = index % 5 === 0 ? wideCompany : index % 20 === 1 ? middleCompany : index % 20 === 2 ? deepWideCompany : undefined;
  const more = drawn(index, 6) % 5 === 0 ? 1 + (drawn(index, 7) % 3) : 0;
  return {
    id: idOfUser(index),
    account: `u${String((index * 7919) % userCount).padStart(6, "0")}`,
    name: `${surnames[drawn(index, 8) % surnames.length]} ${index}`,
    phone: `138${String(10_000_000 + index)}`,
    companyId: own ?? idOfCompany(drawn(index, 9) % (companyCount - 1)),
    type,
    enabled: index % 33 !== 5,
    lastLoginAt: drawn(index, 10) % 3 === 0 ? null : newest - (drawn(index, 11) % 10_000_000) * 60,
    createdAt: newest - (drawn(index, 12) % 1_000_000) * 60_000,
    roleIds: [builtinRole[type] ?? "", ...Array.from({ length: more }, (_, at) => idOfRole((index * 3 + at) % roleCount))],
  };
};

export const employeeTypes: readonly number[] = [1, 2];
export const consumerTypes: readonly number[] = [3, 4, 5];

/** The first end consumer, who holds a device. */
export const deviceHolder =
  Array.from({ length: 100 }, (_, index) => benchUser(index)).find(({ type }) => consumerTypes.includes(type))?.id ?? "";
