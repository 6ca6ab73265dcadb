// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import { conditions, type RuleRow } from "#contract/resources/alarm.ts";
import { RuleFormScreen } from "#src/screens/alarms/ruleFormScreen.tsx";
import { showPage } from "#tests/src/pageSite.tsx";
import { plainRule } from "#tests/src/screens/plainRule.ts";
import { standsIn } from "#tests/src/screens/standsIn.ts";

const rule: RuleRow = {
  ...plainRule,
  ...{ id: "r1", name: "Too hot", recipeId: "t1", recipeName: "Pump template", pointId: "p1", pointName: "温度", pointNameEn: "Heat" },
  ...{ unit: "°C", enumeration: [], deviceId: null, deviceName: "", companyName: "Hebei Water", level: 2, condition: "above" },
  ...{ a: 80, b: null, min: null, max: 75, holdSeconds: 30, pushContent: "", pushContentEn: "", releaseContent: "", releaseContentEn: "" },
  ...{ alarmTypeId: "y1", alarmTypeName: "过温", alarmTypeNameEn: "Overtemperature", alarmGroupId: "g1", alarmGroupName: "Night shift" },
  ...{ saveData: true, enabled: true, mask: false, maskedBy: null, version: 2 },
};
const page = (list: readonly object[]) => () => ({ data: { list, total: list.length, pageNo: 1, pageSize: 1000 } });
const point = { id: "p1", recipeId: "t1", name: "温度", nameEn: "Heat", address: "40001", unit: "°C", enumeration: [], valueType: "int16" };

const open = async (language: Language) => {
  const view = "/alarms/triggers/add";
  const calls = await standsIn(view, RuleFormScreen, true);
  const { sent } = showPage(<RuleFormScreen />, {
    ...{ at: `${view}?id=r1`, language, paths: calls, menu: { [view]: calls } },
    answers: {
      "/api/alarm_trigger/get": () => ({ data: rule }),
      "/api/device_data_recipe/query": page([{ id: "t1", name: "Pump template" }]),
      "/api/device_data_recipe/list_body": page([point]),
      "/api/alarm_type/query": page([{ id: "y9", name: "离线", nameEn: "Offline" }]),
      "/api/alarm_group/query": page([{ id: "g9", name: "Day shift" }]),
    },
  });
  const choice = (label: string) => screen.getByLabelText(new RegExp(`^${label}`)) as HTMLSelectElement;
  await screen.findByRole("option", { name: language === "en" ? "Offline" : "离线" });
  await screen.findByRole("option", { name: "Day shift" });
  return {
    choice,
    offered: (label: string) => [...choice(label).options].map(({ text }) => text),
    chosen: (label: string) => choice(label).selectedOptions[0]?.text,
    choose(label: string, option: string) {
      const found = [...choice(label).options].find(({ text }) => text === option);
      fireEvent.change(choice(label), { target: { value: found?.value } });
    },
    /** What a save sends. */
    async saved(): Promise<Partial<RuleRow> | undefined> {
      fireEvent.click(screen.getByRole("button", { name: language === "en" ? "Save" : "保存" }));
      await waitFor(() => expect(sent.some(({ path }) => path === "/api/alarm_trigger/put")).toBe(true));
      return sent.find(({ path }) => path === "/api/alarm_trigger/put")?.request;
    },
  };
};

describe("the form of an alarm rule", () => {
  it.each([
    ["zh", "报警类型", "过温", ["无", "过温", "离线"], "报警组"],
    ["en", "Alarm type", "Overtemperature", ["None", "Overtemperature", "Offline"], "Alarm group"],
  ] as const)("keeps a type and a group that are offered no more, in %s", async (language, type, name, types, group) => {
    const form = await open(language);
    expect([form.offered(type), form.chosen(type)]).toEqual([types, name]);
    expect([form.offered(group), form.chosen(group)]).toEqual([[types[0], "Night shift", "Day shift"], "Night shift"]);
    form.choose(type, types[2]);
    form.choose(type, name);
    expect(await form.saved()).toMatchObject({ alarmTypeId: "y1", alarmGroupId: "g1", version: 2 });
  });

  it.each([
    ["zh", "级别", { 紧急: 3, 重要: 2, 一般: 1, 提示: 0 }],
    ["en", "Level", { Emergency: 3, Major: 2, General: 1, Advisory: 0 }],
  ] as const)("offers the levels by their words and sends their numbers, in %s [S3.051]", async (language, label, levels) => {
    const form = await open(language);
    expect(form.offered(label)).toEqual(Object.keys(levels));
    expect(form.chosen(label)).toBe(language === "en" ? "Major" : "重要");
    for (const [word, level] of Object.entries(levels)) {
      form.choose(label, word);
      expect([form.chosen(label), form.choice(label).value]).toEqual([word, expect.stringContaining(String(level))]);
    }
    form.choose(label, Object.keys(levels)[0] ?? "");
    expect(await form.saved()).toMatchObject({ level: 3 });
  });

  it.each([
    [
      "zh",
      "触发条件",
      ["高于", "低于", "等于", "不等于", "介于 A 和 B 之间", "超出 A～B 范围", "位为 1", "发生变化", "N 分钟无数据", "设备离线"],
    ],
    [
      "en",
      "Condition",
      [
        "Above",
        "Below",
        "Equal to",
        "Not equal to",
        "Between A and B",
        "Outside A to B",
        "Bit set",
        "Changed",
        "No data for N minutes",
        "Device offline",
      ],
    ],
  ] as const)("offers every trigger condition, in %s [S3.052]", async (language, label, words) => {
    const form = await open(language);
    expect([form.offered(label), conditions.length]).toEqual([words, 10]);
    form.choose(label, words[6]);
    fireEvent.change(screen.getByLabelText(/^(Bit number|位序号)/), { target: { value: "5" } });
    expect(await form.saved()).toMatchObject({ condition: "bitSet", a: 5, b: null, min: null, max: null });
  });
});
