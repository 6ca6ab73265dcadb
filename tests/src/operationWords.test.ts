import { createIntl } from "react-intl";
import { describe, expect, it } from "vitest";
import { alarmSwitch, alarmTrigger } from "#contract/resources/alarm.ts";
import { appVersion } from "#contract/resources/appVersion.ts";
import { company } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceUnitType } from "#contract/resources/deviceUnitType.ts";
import { dict } from "#contract/resources/dict.ts";
import { menu } from "#contract/resources/menu.ts";
import { order } from "#contract/resources/order.ts";
import { role } from "#contract/resources/role.ts";
import { sample } from "#contract/resources/sample.ts";
import { user } from "#contract/resources/user.ts";
import { messages as en } from "#locales/en.ts";
import { messages as zh } from "#locales/zh.ts";
import { fieldWords, valueWords } from "#src/screens/devices/operationWords.ts";

const texts = { zh, en };
const intlOf = (language: "zh" | "en") => createIntl({ locale: language, messages: texts[language] });
const fieldsOf = (schema: object): string[] => ("shape" in schema ? Object.keys(schema.shape as object) : []);

const creating = [
  alarmSwitch.calls.open_or_close,
  alarmTrigger.calls.post,
  appVersion.calls.post,
  company.calls.post,
  device.calls.post,
  deviceDataRecipe.calls.post,
  deviceDataRecipe.calls.add_body,
  deviceUnitType.calls.post,
  dict.calls.post,
  menu.calls.post,
  order.calls.post,
  role.calls.post,
  sample.calls.add,
  user.calls.add_child_company,
];

describe.each(["zh", "en"] as const)("the words of the operation log, %s", (language) => {
  const intl = intlOf(language);
  const zone = "Asia/Shanghai";

  it.each(creating)("name every field of $path, and the record that it makes", ({ path, request }) => {
    expect([...fieldsOf(request), "id"].filter((name) => fieldWords(path, name, intl) === name)).toEqual([]);
  });

  it("leave nothing out of a value that has parts", () => {
    const said = valueWords(device.calls.put.path, "slaves", [{ no: 2, name: "Two", recipeId: "r" }], { intl, zone });
    expect(said).toBe(language === "zh" ? "从机编号: 2, 从机名称: Two, 数据模板: r" : "Slave number: 2, Slave name: Two, Data template: r");
    expect(valueWords(device.calls.cmd.path, "values", {}, { intl, zone })).toBe("–");
    expect(valueWords(device.calls.cmd.path, "values", { "point-1": 5 }, { intl, zone })).toBe("values.point-1: 5");
  });

  it("tell instants in the reader's zone and calls in words", () => {
    const path = company.calls.put.path;
    expect(valueWords(path, "expiresAt", "2026-11-27T16:00:00.000Z", { intl, zone })).toContain("2026-11-28");
    expect(valueWords(path, "any", ["/api/device/delete"], { intl, zone })).toBe(language === "zh" ? "删除设备" : "Delete device");
  });
});
