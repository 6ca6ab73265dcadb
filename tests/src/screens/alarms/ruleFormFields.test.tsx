// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { FormProvider, useForm } from "react-hook-form";
import { describe, expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import type { Condition } from "#contract/resources/alarm.ts";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import { FormScopeContext } from "#src/kit/form/formScope.ts";
import { RuleFormFields } from "#src/screens/alarms/ruleFormFields.tsx";
import { blankRule, ruleFormSchema } from "#src/screens/alarms/ruleFormSchema.ts";
import { openSite, show } from "#tests/src/screens/screenSite.tsx";
import { conditionTexts, otherTexts } from "./ruleFormTexts.ts";

const point: PointRow = {
  ...{ id: "p1", recipeId: "t1", name: "温度", nameEn: "Temperature", address: "40001", defaultValue: "0", valueType: "int16" },
  ...{ integerDigits: null, decimals: 1, unit: "°C", min: null, max: null, startBit: null, endBit: null, enumeration: [] },
  ...{ receiveFormula: "", sendFormula: "", storeMode: 1, display: true, writable: false, dataSource: "" },
  ...{ auth: 0, sort: 1, iconGroupId: null, categoryId: null, version: 4 },
  ...{ registerType: null, byteOrder: "big", wordOrder: "big", coding: "binary", registers: null, pollSeconds: null },
};
const scope = { id: "alarmRule", schema: ruleFormSchema, secrets: new Set<string>(), faults: new Map<string, string>() };

type Limits = Readonly<Partial<Record<"a" | "b" | "min" | "max", number>>>;

function Form({ condition, limits }: { condition: Condition; limits: Limits }) {
  const methods = useForm({ defaultValues: { ...blankRule(), recipeId: "t1", pointId: "p1", condition, ...limits } });
  return (
    <FormScopeContext value={scope}>
      <FormProvider {...methods}>
        <RuleFormFields />
      </FormProvider>
    </FormScopeContext>
  );
}

const showForm = async (condition: Condition, language: Language, limits: Limits = {}) => {
  const list = { list: [point], total: 1, pageNo: 1, pageSize: 1000 };
  const site = openSite((path) => ({ data: path === "/api/device_data_recipe/list_body" ? list : null }));
  const { container } = show(<Form condition={condition} limits={limits} />, { site, language });
  await screen.findByRole("option", { name: language === "en" ? "Temperature (40001)" : "温度 (40001)" });
  return [...container.querySelectorAll("fieldset.gh-field-group")];
};

/** A field as `label* [unit] help`, of what it has. */
const fieldTexts = (group: Element | undefined): string[] =>
  [...(group?.querySelectorAll(".gh-field") ?? [])].map((field) => {
    const unit = field.querySelector(".gh-field-unit")?.textContent;
    const help = field.querySelector(".gh-field-help")?.textContent;
    return [field.querySelector(".gh-field-label")?.textContent, unit && `[${unit}]`, help].filter(Boolean).join(" ");
  });

const cases = Object.entries(conditionTexts).flatMap(([condition, texts]) =>
  Object.entries(texts).map(([language, fields]) => [condition as Condition, language as Language, fields] as const),
);

describe("the fields of an alarm rule", () => {
  it.each(cases)("say under %s what they mean there, in which unit: %s", async (condition, language, fields) => {
    const groups = await showForm(condition, language);
    expect(fieldTexts(groups[2])).toEqual(fields);
  });

  it.each(Object.entries(otherTexts))("say what they are, in groups: %s", async (language, expected) => {
    const groups = await showForm("above", language as Language);
    const others = groups.filter((_, place) => place !== 2);
    expect(others.map((group) => [group.querySelector("legend")?.textContent, ...fieldTexts(group)])).toEqual(expected);
  });

  it("ask for no point of a device that is away", async () => {
    const [, watched] = await showForm("offline", "en");
    expect(fieldTexts(watched)).toEqual(["Data template*", "Data point", "Devices", "Device type"]);
  });

  it.each<[Language, Condition, Limits, string, string, Readonly<Record<string, string>>]>([
    ["en", "above", { a: 70 }, "Suggested clear limit: 68.6 °C.", "Use", { "Clear at or below": "68.6" }],
    ["zh", "above", { a: 70 }, "68.6 °C", "采用", { 低于或等于时解除: "68.6" }],
    ["en", "below", { a: 70 }, "71.4 °C", "Use", { "Clear at or above": "71.4" }],
    ["en", "outside", { a: 10, b: 60 }, "11–59 °C", "Use", { "Clears from": "11", "Clears up to": "59" }],
  ])(
    "suggest in %s under %s %o the release limit %s, which its button fills in",
    async (language, condition, limits, suggested, use, filled) => {
      const [, , group] = await showForm(condition, language, limits);
      const suggestion = () => group?.querySelector(".gh-rule-suggestion");
      expect(suggestion()?.textContent).toContain(suggested);
      fireEvent.click(screen.getByRole("button", { name: use }));
      expect(suggestion()).toBeNull();
      for (const [label, value] of Object.entries(filled))
        expect(screen.getByLabelText(new RegExp(`^${label}`))).toHaveProperty("value", value);
    },
  );

  it.each<[Condition, Limits]>([
    ["above", {}],
    ["above", { a: 70, max: 65 }],
    ["equal", { a: 70 }],
  ])("suggest none under %s %o", async (condition, limits) => {
    const [, , group] = await showForm(condition, "en", limits);
    expect(group?.querySelector(".gh-rule-suggestion")).toBeNull();
  });
});
