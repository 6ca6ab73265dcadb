import type { TerminalUserRow } from "#contract/resources/relations.ts";
import type { RoleRow } from "#contract/resources/role.ts";
import type { UserRow } from "#contract/resources/user.ts";
import { RoleListScreen } from "#src/screens/role/roleListScreen.tsx";
import { ChildrenScreen } from "#src/screens/user/childrenScreen.tsx";
import { TerminalScreen } from "#src/screens/user/terminalScreen.tsx";
import { UserListScreen } from "#src/screens/user/userListScreen.tsx";
import { byName, paged, plainForm, screenTable, unsorted } from "#tests/src/screens/screenTable.ts";

const user: UserRow = {
  ...{ id: "u1", companyId: "c1", companyName: "Hebei Water", account: "wang.wei", userName: "Wang Wei", nickName: "Weiwei" },
  ...{ phone: "13800138000", email: "wei@example.com", avatar: "", type: 2, roles: [{ id: "x", name: "Night shift" }], enabled: true },
  ...{ secondFactor: "phone", lastAddress: "10.0.0.7", lastLoginAt: "2026-11-01T01:02:03Z", createdAt: "2026-09-03T04:05:06Z" },
  ...{ modifiable: true, version: 4 },
};
const idle: UserRow = { ...user, id: "u2", enabled: false };
const consumer: TerminalUserRow = {
  ...{ id: "t1", companyName: "Hebei Water", account: "zhao.min", userName: "Zhao Min", nickName: "Minmin", phone: "13800138000" },
  ...{ email: "min@example.com", enabled: true, devices: 12, lastLoginAt: "2026-11-01T01:02:03Z", createdAt: "2026-09-03T04:05:06Z" },
  ...{ modifiable: true, version: 4 },
};
const role: RoleRow = {
  ...{ id: "r1", companyId: "c1", companyName: "Hebei Water", name: "Night shift", description: "from ten to six", users: 8 },
  ...{ modifiable: true, builtin: false, createdAt: "2026-09-03T04:05:06Z", version: 4 },
};

export const people = [
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
    zh: { enabled: "已启用", secondFactor: "短信验证码", type: "维修员" },
    en: { enabled: "Enabled", secondFactor: "Phone code", type: "Maintenance technician" },
    starts: unsorted,
    asks: [
      {
        filters: { search: "wei", type: "5", enabled: "false" },
        sends: { "/api/user/query": { search: "wei", type: 5, enabled: false, ...paged } },
      },
    ],
    form: undefined,
    shows: [],
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
    zh: { enabled: "已启用", secondFactor: "短信验证码", type: "维修员" },
    en: { enabled: "Enabled", secondFactor: "Phone code", type: "Maintenance technician" },
    starts: unsorted,
    asks: [
      {
        filters: { search: "wei", companyId: "c7", type: "5", enabled: "false" },
        sends: { "/api/user/get_child": { search: "wei", companyId: "c7", type: 5, enabled: false, ...paged } },
      },
    ],
    form: plainForm({
      id: "u1",
      blank: {
        ...{ account: "", password: "", userName: "", nickName: "", type: 1, phone: "", email: "", secondFactor: false },
        ...{ companyId: "", roleIds: [] },
      },
      values: {
        ...{ userName: "Wang Wei", nickName: "Weiwei", type: 2, phone: "13800138000", email: "wei@example.com", secondFactor: true },
        ...{ ownPassword: "", verifyCode: "" },
      },
      given: {
        ...{ account: "chen.lu", password: "Sun-and-moon-7", userName: "Chen Lu", nickName: "Lulu", type: 5, phone: "13900139000" },
        ...{ email: "lu@example.com", secondFactor: true, companyId: "c7", roleIds: ["x", "y"] },
      },
      adds: "/api/user/add_child_company",
      edits: "/api/user/edit_child",
    }),
    shows: ["row disable", "row edit", "row password", "row remove", "row roles"],
    others: [
      { row: idle, shows: ["row edit", "row enable", "row password", "row remove", "row roles"] },
      { row: { ...user, id: "u3", modifiable: false }, shows: [] },
      { row: { ...idle, id: "u4", modifiable: false }, shows: [] },
    ],
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
    numbers: { devices: 12 },
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
    starts: unsorted,
    asks: [
      { filters: { search: "min", companyId: "c7" }, sends: { "/api/terminal_user/query": { search: "min", companyId: "c7", ...paged } } },
    ],
    form: plainForm({
      id: "t1",
      blank: { account: "", password: "", userName: "", nickName: "", phone: "", email: "" },
      values: {
        ...{ userName: "Zhao Min", nickName: "Minmin", phone: "13800138000", email: "min@example.com" },
        ...{ ownPassword: "", verifyCode: "" },
      },
      given: {
        ...{ account: "chen.lu", password: "Sun-and-moon-7", userName: "Chen Lu", nickName: "Lulu" },
        ...{ phone: "13900139000", email: "lu@example.com" },
      },
      adds: "/api/terminal_user/post",
      edits: "/api/terminal_user/put",
    }),
    shows: ["row devices", "row edit", "row remove"],
    others: [{ row: { ...consumer, id: "t2", modifiable: false }, shows: ["row devices"] }],
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
    numbers: { users: 8 },
    both: { companyName: "Hebei Water", createdAt: "2026-09-03 04:05:06", description: "from ten to six", name: "Night shift", users: "8" },
    zh: {},
    en: {},
    starts: byName,
    asks: [
      {
        filters: { name: "shift", companyId: "c7" },
        sends: { "/api/user_role/query_user": { name: "shift", companyId: "c7", ...paged } },
      },
    ],
    form: plainForm({
      id: "r1",
      blank: { name: "", description: "" },
      values: { name: "Night shift", description: "from ten to six" },
      adds: "/api/role/post",
      edits: "/api/role/put",
    }),
    shows: ["row edit", "row permissions", "row remove"],
    others: [
      { row: { ...role, id: "r2", builtin: true }, shows: ["row edit", "row permissions"] },
      { row: { ...role, id: "r3", modifiable: false }, shows: ["row permissions"] },
    ],
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
