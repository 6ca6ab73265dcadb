import type { CompanyRow } from "#contract/resources/company.ts";
import { CompanyListScreen } from "#src/screens/company/companyListScreen.tsx";
import { CustomersScreen } from "#src/screens/company/customersScreen.tsx";
import type { Employee } from "#src/screens/company/employee.ts";
import { byName, paged, plainForm, screenTable, unsorted } from "#tests/src/screens/screenTable.ts";

const company: CompanyRow = {
  ...{ id: "c1", parentId: "c0", parentName: "East China", name: "Hebei Water", level: "branch", site: "https://water.example" },
  ...{
    address: "1 River Road",
    remark: "first customer",
    logo: "/files/logo.png",
    picture: "/files/house.png",
    morning: "08:00-12:00",
    afternoon: "13:00-17:00",
  },
  ...{ zone: "UTC", enabled: true, expiresAt: "2027-03-05T00:00:00Z", state: "normal", children: 3, users: 4, roles: 5, devices: 6 },
  ...{ whole: { children: 13, users: 14, roles: 15, devices: 16 }, createdAt: "2026-09-03T04:05:06Z", version: 4 },
};
const stopped: CompanyRow = { ...company, id: "c2", enabled: false, state: "disabled" };
const person = (id: string, userName: string) => ({ id, account: `${id}.account`, userName, companyName: "Hebei Water" });
const employee: Employee = { ...person("staff", "Wang Wei"), customers: [person("one", "Li Na"), person("two", "Zhao Min")] };

export const companies = [
  screenTable<CompanyRow>({
    definition: CompanyListScreen.definition,
    row: company,
    both: {
      address: "1 River Road",
      createdAt: "2026-09-03 04:05:06",
      expiresAt: "2027-03-04",
      name: "Hebei Water",
      parentName: "East China",
      site: "https://water.example",
    },
    zh: { devices: "本级 6，共 16", state: "正常", users: "本级 4，共 14" },
    en: { users: "4 own, 14 in all", devices: "6 own, 16 in all", state: "Normal" },
    starts: byName,
    asks: [
      {
        filters: { name: "water", companyId: "c7", state: "expired" },
        sends: { "/api/company/query": { name: "water", companyId: "c7", state: "expired", ...paged } },
      },
    ],
    form: plainForm({
      id: "c1",
      blank: {
        ...{ name: "", level: "", site: "", address: "", remark: "", logo: "", picture: "", morning: "", afternoon: "" },
        ...{ zone: "Asia/Shanghai", parentId: "", expiresAt: null },
      },
      values: {
        ...{ name: "Hebei Water", level: "branch", site: "https://water.example", address: "1 River Road", remark: "first customer" },
        ...{ logo: "/files/logo.png", picture: "/files/house.png", morning: "08:00-12:00", afternoon: "13:00-17:00" },
        ...{ zone: "UTC", parentId: "c0", expiresAt: "2027-03-05T00:00:00Z" },
      },
      adds: "/api/company/post",
      edits: "/api/company/put",
    }),
    shows: ["row disable", "row edit", "row remove"],
    others: [
      { row: stopped, shows: ["row edit", "row enable", "row remove"] },
      { row: { ...company, id: "c3", parentId: null }, shows: [] },
      { row: { ...stopped, id: "c4", parentId: null }, shows: [] },
    ],
    buttons: {
      "/api/company/post": ["Add organisation"],
      "/api/company/put": ["row edit"],
      "/api/company/delete": ["bulk removeMany", "row remove"],
      "/api/company/enable": ["bulk enable", "row enable"],
      "/api/company/disable": ["bulk disable", "row disable"],
    },
    deeds: {
      "row remove": { row: company, asks: true, sends: { "/api/company/delete": { ids: ["c1"] } } },
      "bulk removeMany": { row: company, asks: true, sends: { "/api/company/delete": { ids: ["c1"] } } },
      "row disable": { row: company, asks: true, sends: { "/api/company/disable": { ids: ["c1"] } } },
      "bulk disable": { row: company, asks: true, sends: { "/api/company/disable": { ids: ["c1"] } } },
      "row enable": { row: stopped, sends: { "/api/company/enable": { ids: ["c2"] } } },
      "bulk enable": { row: stopped, sends: { "/api/company/enable": { ids: ["c2"] } } },
    },
  }),
  screenTable<Employee>({
    definition: CustomersScreen.definition,
    row: employee,
    numbers: { count: 2 },
    both: { account: "staff.account", companyName: "Hebei Water", count: "2", userName: "Wang Wei" },
    zh: { customers: "Li Na和Zhao Min" },
    en: { customers: "Li Na and Zhao Min" },
    cells: { zh: { customers: "Li NaZhao Min" }, en: { customers: "Li NaZhao Min" } },
    starts: unsorted,
    asks: [
      {
        filters: { search: "wei", companyId: "c7" },
        sends: { "/api/employee_bind_customer/query": { search: "wei", companyId: "c7", ...paged } },
      },
    ],
    form: undefined,
    shows: ["row bind"],
    buttons: { "/api/employee_bind_customer/batchBindCustomer": ["row bind"] },
  }),
];
