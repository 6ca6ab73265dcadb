import type { CompanyRow } from "#contract/resources/company.ts";
import type { TerminalUserRow } from "#contract/resources/relations.ts";
import type { RoleRow } from "#contract/resources/role.ts";
import type { UserRow } from "#contract/resources/user.ts";
import { CompanyListScreen } from "#src/screens/company/companyListScreen.tsx";
import { CustomersScreen } from "#src/screens/company/customersScreen.tsx";
import type { Employee } from "#src/screens/company/employee.ts";
import { RoleListScreen } from "#src/screens/role/roleListScreen.tsx";
import { ChildrenScreen } from "#src/screens/user/childrenScreen.tsx";
import { TerminalScreen } from "#src/screens/user/terminalScreen.tsx";
import { UserListScreen } from "#src/screens/user/userListScreen.tsx";
import { screenTable } from "#tests/src/screens/screenTable.ts";

const company: CompanyRow = {
  ...{ id: "c1", parentId: "c0", parentName: "East China", name: "Hebei Water", level: "branch", site: "https://water.example" },
  ...{ address: "1 River Road", remark: "first customer", logo: "", picture: "", morning: "08:00-12:00", afternoon: "13:00-17:00" },
  ...{ zone: "UTC", enabled: true, expiresAt: "2027-03-05T00:00:00Z", state: "normal", children: 3, users: 4, roles: 5, devices: 6 },
  ...{ whole: { children: 13, users: 14, roles: 15, devices: 16 }, createdAt: "2026-09-03T04:05:06Z", version: 1 },
};
const stopped: CompanyRow = { ...company, id: "c2", enabled: false, state: "disabled" };
const person = (id: string, userName: string) => ({ id, account: `${id}.account`, userName, companyName: "Hebei Water" });
const employee: Employee = { ...person("staff", "Wang Wei"), customers: [person("one", "Li Na"), person("two", "Zhao Min")] };
const user: UserRow = {
  ...{ id: "u1", companyId: "c1", companyName: "Hebei Water", account: "wang.wei", userName: "Wang Wei", nickName: "Weiwei" },
  ...{ phone: "13800138000", email: "wei@example.com", avatar: "", type: 2, roles: [{ id: "x", name: "Night shift" }], enabled: true },
  ...{ secondFactor: "totp", lastAddress: "10.0.0.7", lastLoginAt: "2026-11-01T01:02:03Z", createdAt: "2026-09-03T04:05:06Z" },
  ...{ modifiable: true, version: 1 },
};
const idle: UserRow = { ...user, id: "u2", enabled: false };
const consumer: TerminalUserRow = {
  ...{ id: "t1", companyName: "Hebei Water", account: "zhao.min", userName: "Zhao Min", nickName: "Minmin", phone: "13800138000" },
  ...{ email: "min@example.com", enabled: true, devices: 12, lastLoginAt: "2026-11-01T01:02:03Z", createdAt: "2026-09-03T04:05:06Z" },
  ...{ modifiable: true, version: 1 },
};
const role: RoleRow = {
  ...{ id: "r1", companyId: "c1", companyName: "Hebei Water", name: "Night shift", description: "from ten to six", users: 8 },
  ...{ modifiable: true, builtin: false, createdAt: "2026-09-03T04:05:06Z", version: 1 },
};

export const people = [
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
    others: [stopped],
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
    both: { account: "staff.account", companyName: "Hebei Water", count: "2", userName: "Wang Wei" },
    zh: { customers: "Li Na和Zhao Min" },
    en: { customers: "Li Na and Zhao Min" },
    cells: { zh: { customers: "Li NaZhao Min" }, en: { customers: "Li NaZhao Min" } },
    buttons: { "/api/employee_bind_customer/batchBindCustomer": ["row bind"] },
  }),
  screenTable<UserRow>({
    definition: UserListScreen.definition,
    row: user,
    both: {
      account: "wang.wei",
      createdAt: "2026-09-03 04:05:06",
      email: "wei@example.com",
      lastAddress: "10.0.0.7",
      lastLoginAt: "2026-11-01 01:02:03",
      nickName: "Weiwei",
      phone: "13800138000",
      roles: "Night shift",
      userName: "Wang Wei",
    },
    zh: { enabled: "已启用", secondFactor: "身份验证器", type: "维修员" },
    en: { enabled: "Enabled", secondFactor: "Authenticator", type: "Maintenance technician" },
    buttons: {},
  }),
  screenTable<UserRow>({
    definition: ChildrenScreen.definition,
    row: user,
    both: {
      account: "wang.wei",
      companyName: "Hebei Water",
      createdAt: "2026-09-03 04:05:06",
      email: "wei@example.com",
      lastAddress: "10.0.0.7",
      lastLoginAt: "2026-11-01 01:02:03",
      nickName: "Weiwei",
      phone: "13800138000",
      roles: "Night shift",
      userName: "Wang Wei",
    },
    zh: { enabled: "已启用", secondFactor: "身份验证器", type: "维修员" },
    en: { enabled: "Enabled", secondFactor: "Authenticator", type: "Maintenance technician" },
    others: [idle],
    buttons: {
      "/api/user/add_child_company": ["Add user"],
      "/api/user/edit_child": ["row edit"],
      "/api/user/edit_child_role": ["row roles"],
      "/api/user/reset_child_pass": ["row password"],
      "/api/user/delete_child": ["bulk removeMany", "row remove"],
      "/api/user/enable": ["bulk enable", "row enable"],
      "/api/user/disable": ["bulk disable", "row disable"],
    },
    deeds: {
      "row remove": { row: user, asks: true, sends: { "/api/user/delete_child": { ids: ["u1"] } } },
      "bulk removeMany": { row: user, asks: true, sends: { "/api/user/delete_child": { ids: ["u1"] } } },
      "row disable": { row: user, asks: true, sends: { "/api/user/disable": { ids: ["u1"] } } },
      "bulk disable": { row: user, asks: true, sends: { "/api/user/disable": { ids: ["u1"] } } },
      "row enable": { row: idle, sends: { "/api/user/enable": { ids: ["u2"] } } },
      "bulk enable": { row: idle, sends: { "/api/user/enable": { ids: ["u2"] } } },
    },
  }),
  screenTable<TerminalUserRow>({
    definition: TerminalScreen.definition,
    row: consumer,
    both: {
      account: "zhao.min",
      companyName: "Hebei Water",
      createdAt: "2026-09-03 04:05:06",
      devices: "12",
      email: "min@example.com",
      lastLoginAt: "2026-11-01 01:02:03",
      nickName: "Minmin",
      phone: "13800138000",
      userName: "Zhao Min",
    },
    zh: {},
    en: {},
    buttons: {
      "/api/terminal_user/post": ["Add end user"],
      "/api/terminal_user/put": ["row edit"],
      "/api/terminal_user/delete": ["bulk removeMany", "row remove"],
      "/api/device_user_bind/queryDevices": ["row devices"],
    },
    deeds: {
      "row remove": { row: consumer, asks: true, sends: { "/api/terminal_user/delete": { ids: ["t1"] } } },
      "bulk removeMany": { row: consumer, asks: true, sends: { "/api/terminal_user/delete": { ids: ["t1"] } } },
    },
  }),
  screenTable<RoleRow>({
    definition: RoleListScreen.definition,
    row: role,
    both: { companyName: "Hebei Water", createdAt: "2026-09-03 04:05:06", description: "from ten to six", name: "Night shift", users: "8" },
    zh: {},
    en: {},
    buttons: {
      "/api/role/post": ["Add role"],
      "/api/role/put": ["row edit"],
      "/api/role/delete": ["bulk removeMany", "row remove"],
      "/api/role/permission": ["row permissions"],
    },
    deeds: {
      "row remove": { row: role, asks: true, sends: { "/api/role/delete": { ids: ["r1"] } } },
      "bulk removeMany": { row: role, asks: true, sends: { "/api/role/delete": { ids: ["r1"] } } },
    },
  }),
];
