// @vitest-environment jsdom
import { screen } from "@testing-library/react";
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
  ...{ auth: 0, sort: 1, iconGroupId: null, version: 4 },
};
const scope = { id: "alarmRule", schema: ruleFormSchema, secrets: new Set<string>(), faults: new Map<string, string>() };

function Form({ condition }: { condition: Condition }) {
  const methods = useForm({ defaultValues: { ...blankRule(), recipeId: "t1", pointId: "p1", condition } });
  return (
    <FormScopeContext value={scope}>
      <FormProvider {...methods}>
        <RuleFormFields />
      </FormProvider>
    </FormScopeContext>
  );
}

const showForm = async (condition: Condition, language: Language) => {
  const list = { list: [point], total: 1, pageNo: 1, pageSize: 1000 };
  const site = openSite((path) => ({ data: path === "/api/device_data_recipe/list_body" ? list : null }));
  const { container } = show(<Form condition={condition} />, { site, language });
  await screen.findByRole("option", { name: language === "en" ? "Temperature (40001)" : "温度 (40001)" });
  return [...container.querySelectorAll("fieldset")];
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
    expect(fieldTexts(watched)).toEqual(["Data template*", "Data point", "Devices"]);
  });
});
