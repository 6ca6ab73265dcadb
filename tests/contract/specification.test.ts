import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { resources } from "#contract/resources.ts";

const calls: readonly Call[] = resources.flatMap((resource) => Object.values(resource.calls));

/** Method, encoding, answer and path of every call that the specification names. */
const specified: readonly string[] = JSON.parse(readFileSync(`${import.meta.dirname}/specifiedCalls.json`, "utf8"));
const pathOf = (line: string): string => line.split(" ")[3] ?? "";
const specifiedPaths = new Set(specified.map(pathOf));

/** Calls that the specification does not name: what it asks for cannot be done without them. */
const ours = [
  "/api/user/totp_begin",
  "/api/user/totp_confirm",
  "/api/user/totp_end",
  "/api/user/sessions",
  "/api/user/end_sessions",
  "/api/company/query_mini",
  "/api/sys/map",
  "/api/sheet_import/get",
  "/api/sheet_import/query",
  "/api/sheet_import/template",
  "/api/app_version/upload",
  "/api/device_user_bind/ask",
  "/api/sample/login",
  "/api/sample/user/list",
  "/api/sample/user/listpage",
  "/api/sample/user/add",
  "/api/sample/user/edit",
  "/api/sample/user/remove",
  "/api/sample/user/batchremove",
  "/api/device/connection",
  "/api/device/check_transfer",
  "/api/device/new_password",
  "/api/device/renew",
  "/api/device/import",
  "/api/device/import_sn",
  "/api/device/generate_sn",
  "/api/device/dlexcel",
  "/api/device_change/post",
  "/api/device_change/undo",
  "/api/device_message/query",
  "/api/device_message/daily_count",
  "/api/device_favorites/sort",
  "/api/device_group/get",
  "/api/device_group_member/query",
  "/api/device_group_member/add",
  "/api/device_group_member/remove",
  "/api/device_group_member/query_groups",
  "/api/device_company_group/get",
  "/api/device_company_group/post",
  "/api/device_company_group/put",
  "/api/device_company_group/remove_from_group",
  "/api/device_data_recipe/put_bodies",
  "/api/device_data_recipe/use",
  "/api/device_data_recipe/read_table",
  "/api/device_data_recipe/try_registers",
  "/api/device_data_recipe/poll_plan",
  "/api/device_data/query",
  "/api/device_data/count",
  "/api/device_data/dlexcel",
  "/api/device_data/delete",
  "/api/device_template/query_device",
  "/api/device_argument/send",
  "/api/device_template_ui_cmd/check",
  "/api/device_template_ui/get_device",
  "/api/order/send_by_sn",
  "/api/order/send",
  "/api/alarm_type/import",
  "/api/alarm_group/try",
  "/api/alarm_trigger/end_mask",
  "/api/company_weixin/try",
  "/api/alarm_user_weixin/bind",
  "/api/user_weixin/bind",
  "/api/alarm_trigger/try",
  "/api/alarm_log/notices",
  "/api/alarm_log/comments",
  "/api/alarm_log/comment",
  "/api/notice/query",
  "/api/notice/mark",
  "/api/job/query",
  "/api/job/results",
  "/api/job/cancel",
  "/api/job/delete",
  "/api/job/file",
  "/api/device_event/dlexcel_user_event",
  "/api/device_event/call_off",
];

describe("the specification's calls", () => {
  it("are declared with its method, its encoding and its kind of answer [S7.002] [S7.003] [S7.006]", () => {
    expect(specified).toHaveLength(336);
    const declared = calls
      .filter(({ path }) => specifiedPaths.has(path))
      .map((call) => `${call.method} ${call.encoding} ${call.answer} ${call.path}`);
    expect(declared.length).toBeGreaterThan(140);
    expect(declared.filter((line) => !specified.includes(line))).toEqual([]);
  });

  it("have no others beside them but those that are named here", () => {
    expect(calls.map(({ path }) => path).filter((path) => !specifiedPaths.has(path))).toEqual(ours);
  });
});
