import { company } from "#contract/resources/company.ts";
import { deviceUserBind, employeeBindCustomer, terminalUser } from "#contract/resources/relations.ts";
import { userRole } from "#contract/resources/role.ts";
import { user } from "#contract/resources/user.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import type { Question } from "#tests/bench/answerTimes.ts";
import type { HttpClient } from "#tests/bench/httpClient.ts";
import { deepWideCompany, deviceHolder, idOfCompany, middleCompany, wideCompany } from "./peopleShape.ts";

export interface Clients {
  admin: HttpClient;
  wide: HttpClient;
  middle: HttpClient;
  oneRole: HttpClient;
  fiveRoles: HttpClient;
}

const aim = "p95 < 50 ms";

type Asked = (what: string, path: string, fields: (turn: number) => object, client?: HttpClient) => Question;

const asking =
  (usual: HttpClient): Asked =>
  (what, path, fields, client = usual) => ({ what, path, fields, client, aim });

const treeQuestions = ({ admin, middle }: Clients): Question[] => {
  const asked = asking(admin);
  const { path } = company.calls.query_tree;
  const level = (parentId: string, pageSize: number) => () => ({ parentId, pageSize });
  return [
    asked("tree: the root alone", path, () => ({})),
    asked("tree: what is right below the root", path, level(rootCompanyId, 1000)),
    asked("tree: 200 of 2,000 below one", path, (turn) => ({ parentId: wideCompany, pageSize: 200, pageNo: 1 + (turn % 10) })),
    asked("tree: 1,000 of 2,000 below one", path, level(wideCompany, 1000)),
    asked("tree: search with 1,250 hits", path, () => ({ name: "cold" })),
    asked("tree: search without a hit", path, (turn) => ({ name: `nowhere ${turn}` })),
    asked("tree, middle organisation: itself", path, () => ({}), middle),
    asked("tree, middle organisation: right below it", path, level(middleCompany, 1000), middle),
    asked("tree, middle organisation: 200 of 2,000 below one", path, level(deepWideCompany, 200), middle),
    asked("tree, middle organisation: search", path, (turn) => ({ name: `${turn % 90}` }), middle),
  ];
};

const companyQuestions = ({ admin, middle }: Clients): Question[] => {
  const asked = asking(admin);
  const { path } = company.calls.query;
  return [
    asked("organisations: first page", path, () => ({})),
    asked("organisations: page 450 of 500", path, (turn) => ({ pageNo: 450 + (turn % 10) })),
    asked("organisations: search with 1,250 hits", path, () => ({ name: "Cold store" })),
    asked("organisations: search without a hit", path, (turn) => ({ name: `nowhere ${turn}` })),
    asked("organisations: expired only", path, () => ({ state: "expired" })),
    asked("organisations: normal only, page 400", path, (turn) => ({ state: "normal", pageNo: 400 + (turn % 10) })),
    asked("organisations: newest first", path, () => ({ sortField: "createdAt", sortOrder: "desc" })),
    asked("organisations: by expiry", path, () => ({ sortField: "expiresAt", sortOrder: "desc" })),
    asked("organisations, middle: first page", path, () => ({}), middle),
    asked("organisations: 1,000 to choose from", path, () => ({ pageSize: 1000 })),
  ];
};

const userQuestions = ({ admin, wide, middle }: Clients): Question[] => {
  const asked = asking(admin);
  const { query, get_child } = user.calls;
  const child = (what: string, fields: (turn: number) => object, client = admin) => asked(what, get_child.path, fields, client);
  const sorted = (["account", "userName", "companyName", "createdAt", "lastLoginAt"] as const).flatMap((sortField) => [
    child(`all users: by ${sortField}, falling`, () => ({ sortField, sortOrder: "desc" })),
    child(`all users: by ${sortField}, page 2,500`, (turn) => ({ sortField, pageNo: 2500 + (turn % 10) })),
  ]);
  return [
    child("all users: first page", () => ({})),
    child("all users: page 4,500 of 5,000", (turn) => ({ pageNo: 4500 + (turn % 10) })),
    child("all users: search with one hit, by account", (turn) => ({ search: `u0${String(10_000 + (turn % 80_000))}` })),
    child("all users: search with 12,500 hits, by name", () => ({ search: "Ivanova" })),
    child("all users: search without a hit", (turn) => ({ search: `nowhere ${turn}` })),
    child("all users: staff only", () => ({ type: 1 })),
    child("all users: staff only, page 800", (turn) => ({ type: 1, pageNo: 800 + (turn % 10) })),
    child("all users: end consumers only, page 2,500", (turn) => ({ type: 3, pageNo: 2500 + (turn % 10) })),
    child("all users: deactivated only", () => ({ enabled: false })),
    child("all users: active staff, newest first", () => ({ type: 1, enabled: true, sortField: "createdAt", sortOrder: "desc" })),
    child("all users: of one organisation", (turn) => ({ companyId: idOfCompany(4000 + (turn % 5000)) })),
    child("all users: of one organisation of 20,000", () => ({ companyId: wideCompany })),
    ...sorted,
    child("users of middle organisation: first page", () => ({}), middle),
    child("users of middle organisation: page 800", (turn) => ({ pageNo: 800 + (turn % 10) }), middle),
    child("users of middle organisation: search", () => ({ search: "Ivanova" }), middle),
    child("users of middle organisation: newest first", () => ({ sortField: "createdAt", sortOrder: "desc" }), middle),
    asked("own users, 20,000: first page", query.path, () => ({}), wide),
    asked("own users, 20,000: page 900", query.path, (turn) => ({ pageNo: 900 + (turn % 10) }), wide),
    asked("own users, 20,000: search", query.path, () => ({ search: "smith" }), wide),
    asked("own users, 20,000: last log-in first", query.path, () => ({ sortField: "lastLoginAt", sortOrder: "desc" }), wide),
  ];
};

const relationQuestions = ({ admin, middle }: Clients): Question[] => {
  const asked = asking(admin);
  const consumers = terminalUser.calls.query.path;
  const serving = employeeBindCustomer.calls.query.path;
  const holders = user.calls.query_device_user.path;
  const roles = userRole.calls.query_user.path;
  return [
    asked("end consumers: first page", consumers, () => ({})),
    asked("end consumers: page 3,000", consumers, (turn) => ({ pageNo: 3000 + (turn % 10) })),
    asked("end consumers: search with 8,500 hits", consumers, () => ({ search: "Müller" })),
    asked("end consumers: last log-in first", consumers, () => ({ sortField: "lastLoginAt", sortOrder: "desc" })),
    asked("end consumers of middle organisation", consumers, () => ({}), middle),
    asked("employees with customers: first page", serving, () => ({})),
    asked("employees with customers: page 1,000", serving, (turn) => ({ pageNo: 1000 + (turn % 10) })),
    asked("employees with customers: search with many hits", serving, () => ({ search: "Smith" })),
    asked("employees with customers: search with one", serving, (turn) => ({ search: `u0${String(10_000 + (turn % 80_000))}` })),
    asked("employees of middle organisation", serving, () => ({}), middle),
    asked("users that hold devices: first page", holders, () => ({})),
    asked("users that hold devices: search", holders, () => ({ search: "Smith" })),
    asked("users that hold devices, middle organisation", holders, () => ({}), middle),
    asked("users of one device", deviceUserBind.calls.queryUser.path, (turn) => ({ deviceId: `device-${turn % 20_000}` })),
    asked("devices of one user", deviceUserBind.calls.queryDevices.path, () => ({ userId: deviceHolder })),
    asked("roles: first page", roles, () => ({})),
    asked("roles: page 200 of 250", roles, (turn) => ({ pageNo: 200 + (turn % 10) })),
    asked("roles: search", roles, (turn) => ({ name: `Role ${turn % 500}` })),
    asked("roles: most users first", roles, () => ({ sortField: "users", sortOrder: "desc" })),
    asked("roles: by organisation", roles, () => ({ sortField: "companyName", sortOrder: "asc" })),
    asked("roles of middle organisation", roles, () => ({}), middle),
    asked("roles that may be given", userRole.calls.query_child_user.path, () => ({ companyId: deepWideCompany })),
    asked("roles that may be given, middle organisation", userRole.calls.query_child_user.path, () => ({}), middle),
  ];
};

const rightsQuestions = ({ admin, oneRole, fiveRoles }: Clients): Question[] => {
  const asked = asking(admin);
  const refusal = (what: string, client: HttpClient): Question => ({
    ...asked(what, "/api/sys/query", () => ({}), client),
    refused: true,
  });
  return [
    asked("my own record, administrator", user.calls.my.path, () => ({})),
    asked("my own record, one role", user.calls.my.path, () => ({}), oneRole),
    asked("my own record, five roles", user.calls.my.path, () => ({}), fiveRoles),
    asked("my menu, administrator", user.calls.menu_tree.path, () => ({})),
    asked("my menu, five roles", user.calls.menu_tree.path, () => ({}), fiveRoles),
    refusal("refusal, one role", oneRole),
    refusal("refusal, five roles", fiveRoles),
  ];
};

export const peopleQuestions = (clients: Clients): Question[] => [
  ...treeQuestions(clients),
  ...companyQuestions(clients),
  ...userQuestions(clients),
  ...relationQuestions(clients),
  ...rightsQuestions(clients),
];

/** Those that are asked again while others write. */
export const questionsAmidWrites = (clients: Clients): Question[] => {
  const wanted = [
    "tree: what is right below the root",
    "tree: 200 of 2,000 below one",
    "organisations: first page",
    "all users: first page",
    "all users: search with 12,500 hits, by name",
    "users of middle organisation: first page",
    "roles: first page",
    "my own record, one role",
    "my own record, five roles",
    "my menu, five roles",
    "refusal, five roles",
  ];
  return peopleQuestions(clients)
    .filter(({ what }) => wanted.includes(what))
    .map((question) => ({ ...question, what: `amid writes: ${question.what}` }));
};
