import { createIntl } from "react-intl";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import type { Call } from "#contract/kit/call.ts";
import { company } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import type { OperationRow } from "#contract/resources/log.ts";
import { resources } from "#contract/resources.ts";
import { allMessages } from "#src/app/languageProvider.tsx";
import { askedWords, fieldWords, loggedCalls, readerOf, valueWords } from "#src/screens/devices/operationWords.ts";

const texts = { zh: (await allMessages("zh")).messages, en: (await allMessages("en")).messages };
const intlOf = (language: "zh" | "en") => createIntl({ locale: language, messages: texts[language] });

/** The places that a request's schema knows, those inside parts too. */
const placesOf = (schema: z.core.$ZodType, before = ""): string[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "object")
    return Object.entries(def.shape).flatMap(([name, part]) => [before + name, ...placesOf(part, `${before}${name}.`)]);
  if (def.type === "array") return placesOf(def.element, before);
  if (def.type === "union") return def.options.flatMap((option) => placesOf(option, before));
  if (def.type === "pipe") return placesOf(def.in, before);
  return "innerType" in def ? placesOf(def.innerType, before) : [];
};

const calls = resources.flatMap((resource) => Object.values<Call>(resource.calls));
const logged = calls.filter(({ kind, preference }) => kind === "write" && !preference);

describe.each(["zh", "en"] as const)("the words of the operation log, %s", (language) => {
  const intl = intlOf(language);
  const zone = "Asia/Shanghai";

  // A read stands in the log where it was rejected.
  it.each(calls)("name every field of $path, and the record that it makes", ({ path, request }) => {
    expect([...placesOf(request), "id"].filter((name) => fieldWords(path, name, intl) === name)).toEqual([]);
  });

  it("say what a choice of a call stands for, where it has a word", () => {
    const say = (path: string, field: string, value: string | number) => valueWords(path, field, value, { intl, zone });
    const said = [
      say("/api/device_user_bind/auth", "state", 2),
      say("/api/device_data_log/dlexcel", "aggregation", "one_hour"),
      say("/api/device_data_log/dlexcel", "format", "xlsx"),
      say("/api/device_state_log/dlexcel", "language", "en"),
      say("/api/device_state_log/dlexcel", "kind", "offline"),
    ];
    expect(said).toEqual(
      language === "zh"
        ? ["待授权", "1 小时均值", "Excel 表格（.xlsx）", "英文", "离线"]
        : ["Pending", "1 h mean", "Excel (.xlsx)", "English", "Offline"],
    );
  });

  it("offer no call as a filter that never stands in the log", () => {
    const offered = loggedCalls(intl).map(({ id }) => id);
    expect(offered.filter((path) => path.startsWith("/api/user_temp_data/") && path !== "/api/user_temp_data/query")).toEqual([]);
    expect(offered).toEqual(expect.arrayContaining(logged.map(({ path }) => path)));
  });

  it("leave nothing out of a value that has parts", () => {
    const said = valueWords(device.calls.put.path, "slaves", [{ no: 2, name: "Two", recipeId: "r" }], { intl, zone });
    expect(said).toBe(language === "zh" ? "从机编号：2，从机名称：Two，数据模板：r" : "Slave number: 2, Slave name: Two, Data template: r");
    expect(valueWords(device.calls.cmd.path, "values", {}, { intl, zone })).toBe("–");
    expect(valueWords(device.calls.cmd.path, "values", { "point-1": 5 }, { intl, zone })).toBe(
      language === "zh" ? "values.point-1：5" : "values.point-1: 5",
    );
  });

  it("tell in a line what was asked, without a name of the wire", () => {
    const row = (call: string, detail: unknown, code = 0): OperationRow => ({
      ...{ id: "1", at: "2026-11-27T16:00:00.000Z", account: "a", userName: "", companyName: "", address: "", record: "", change: "" },
      ...{ milliseconds: 1, hash: "", call, code, detail: typeof detail === "string" ? detail : JSON.stringify(detail) },
      points: [{ id: "p1", name: "温度", nameEn: "Temperature" }],
    });
    const say = (told: OperationRow) => askedWords(told, readerOf(told, intl, zone));
    const lines = [
      row("/api/login", { username: "admin", factor: "none" }),
      row("/api/device/cmd", { slave: 1, values: { p1: 5 } }),
      row("/api/device/put", { wrong: { name: "rule.required" }, name: "" }, 400),
      row("/api/device/query", { sortField: "sn", sortOrder: "desc" }, 403),
      row("/api/device/query", "{ torn", 400),
      row("/api/device_data_recipe/get", { times: 2, asked: '{"id":"r1"}' }, 404),
      row("/api/logout", ""),
    ].map(say);
    expect(lines).toEqual(
      language === "zh"
        ? [
            "账号：admin；双因素认证：未启用",
            "从机编号：1；数值：温度 (p1)：5",
            "设备名称：–",
            "排序字段：sn；排序方向：降序",
            "{ torn",
            "次数：2；请求内容：记录编号：r1",
            "–",
          ]
        : [
            "Account: admin; Two-factor authentication: Off",
            "Slave number: 1; Values: Temperature (p1): 5",
            "Device name: –",
            "Sorted by: sn; Sort direction: Descending",
            "{ torn",
            "Times: 2; Request: Record ID: r1",
            "–",
          ],
    );
  });

  it("tell instants in the reader's zone and calls in words", () => {
    const path = company.calls.put.path;
    expect(valueWords(path, "expiresAt", "2026-11-27T16:00:00.000Z", { intl, zone })).toContain("2026-11-28");
    expect(valueWords(path, "any", ["/api/device/delete"], { intl, zone })).toBe(language === "zh" ? "删除设备" : "Delete device");
  });
});
