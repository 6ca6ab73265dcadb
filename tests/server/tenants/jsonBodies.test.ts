import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { companyWeixin } from "#contract/resources/companyWeixin.ts";
import { resources } from "#contract/resources.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { withNewestVersion } from "./newestVersion.ts";
import { ownSamples } from "./ownSamples.ts";
import { samples } from "./samples.ts";
import { openTenant, type Tenant } from "./tenant.ts";

const calls: readonly Call[] = resources.flatMap((resource) => Object.values(resource.calls)).filter(({ method }) => method === "POST");

/** For what the request says, and not for how it says it. */
const refused: Readonly<Record<string, number>> = {
  "/api/login": 1009,
  "/api/device/cmd": 1302,
  "/api/role/authorize": 1323,
  "/api/device_data_log/dlexcel": 1350,
  "/api/device_data_recipe/delete_body": 1301,
  "/api/alarm_group/delete_user": 1301,
  "/api/user_weixin/bind": 1440,
  "/api/alarm_user_weixin/bind": 1440,
  "/api/role/delete": 1301,
  "/api/device_data_recipe/delete": 1301,
  "/api/device_data_recipe_body_type/delete": 1301,
};

/** They end sessions, change whoever asks, send codes or take files; each has its own tests. */
const apart = [
  "/api/logout",
  "/api/send_login_pass_code",
  "/api/send_register_code",
  "/api/send_reset_pass_code",
  "/api/send_auth_pass_code",
  "/api/device/send_auth_code",
  "/api/device_user_bind/ask",
  "/api/device_data/delete",
  "/api/register",
  "/api/reset_pass",
  "/api/user/update",
  "/api/user/update_pass",
  "/api/user/totp_begin",
  "/api/user/totp_confirm",
  "/api/user/totp_end",
  "/api/user/end_sessions",
  "/api/company/update_my",
  "/api/menu/put",
  "/api/menu/delete",
  "/api/sys/put",
  "/api/dict/get",
  "/api/dict/put",
  "/api/dict/delete",
  "/api/license/atv_lic_file",
  "/api/image_file/upload",
  "/api/device_data_recipe/read_table",
  "/api/auth/file/upload",
  "/api/app_version/get",
  "/api/app_version/post",
  "/api/app_version/put",
  "/api/app_version/delete",
  "/api/app_version/upload",
  "/api/app_version/check_new_version",
  "/api/app_version/get_app_path",
  "/api/device_change/undo",
  "/api/job/query",
  "/api/job/results",
  "/api/job/cancel",
  "/api/job/delete",
  "/api/job/file",
  "/api/sample/login",
  "/api/sample/user/edit",
  "/api/sample/user/remove",
  "/api/sample/user/batchremove",
];

/** Reads, then writes, then what deletes; a device takes its rules along. */
const order = ({ kind, path }: Call): number => {
  if (kind === "read") return 0;
  if (!/delete|remove/.test(path)) return 1;
  return /alarm_trigger|alarm_log|user_weixin|device_video|delete_body|group.*remove/.test(path) ? 2 : 3;
};
const asked = calls.filter(({ path }) => samples[path] || ownSamples[path]).sort((one, other) => order(one) - order(other));

describe("a real request in JSON", () => {
  let site: Site;
  let admin: string;
  let form: Tenant;
  let json: Tenant;
  beforeAll(async () => {
    site = await openSite();
    admin = await site.signIn("admin", adminPassword);
    form = await openTenant(site, "ZQFORM");
    json = await openTenant(site, "ZQJSON");
  });
  afterAll(() => site.close());

  const requestOf = (call: Call, tenant: Tenant): Promise<object> =>
    withNewestVersion(
      site.gatehouse.services.db,
      samples[call.path]?.(tenant.ids, `${tenant.mark}-new-${asked.indexOf(call)}`) ?? ownSamples[call.path]?.(tenant.mark) ?? {},
    );
  const tokenOf = (call: Call, tenant: Tenant): string => (samples[call.path] ? tenant.token : admin);
  const deleteAccount = async (data: unknown): Promise<void> => {
    const { id } = data as { id: string };
    expect((await site.ask(companyWeixin.calls.delete, { ids: [id] }, { token: admin })).code).toBe(0);
  };
  const inJson = async (call: Call, request: object, token: string) => {
    const headers = { token, "Content-Type": "application/json", "Accept-Language": "zh-CN" };
    const response = await fetch(site.base + call.path, { method: "POST", headers, body: JSON.stringify(request) });
    if (!response.headers.get("content-type")?.includes("json")) return { status: response.status, code: 0, data: undefined };
    const { code, data } = (await response.json()) as { code: number; data: unknown };
    return { status: response.status, code, data };
  };
  /** What an answer is made of, without the values that differ between two organisations. */
  const shapeOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
    if (typeof value !== "object" || value === null) return typeof value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]));
  };

  it.each(asked)("to $path does what it does in the call's own encoding [S7.004]", async (call) => {
    const declared = await site.ask(call, await requestOf(call, form), { token: tokenOf(call, form) });
    // An organisation has one at most.
    if (call.path === "/api/company_weixin/post") await deleteAccount(declared.data);
    const answer = await inJson(call, await requestOf(call, json), tokenOf(call, json));
    expect([answer.status, answer.code]).toEqual([declared.status, declared.code]);
    if (answer.code === 0) expect(shapeOf(answer.data)).toEqual(shapeOf(declared.data));
    expect([call.path, answer.code]).toEqual([call.path, refused[call.path] ?? 0]);
  });

  it("is made to every call that takes a body, but those with tests of their own", () => {
    const left = calls.map(({ path }) => path).filter((path) => !samples[path] && !ownSamples[path]);
    expect(left.sort()).toEqual([...apart].sort());
  });
});
