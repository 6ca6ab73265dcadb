// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import type { Call } from "#contract/kit/call.ts";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { company, ownCompanyFields } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe, pointFields } from "#contract/resources/deviceDataRecipe.ts";
import { settingsFields, sys } from "#contract/resources/sys.ts";
import { passwordFields, profileFields, user } from "#contract/resources/user.ts";
import { schemaOf } from "#server/http/openApi/schema.ts";
import { ruleFormSchema } from "#src/screens/alarms/ruleFormSchema.ts";
import { deviceFormSchema } from "#src/screens/devices/deviceFormSchema.ts";
import { definitionOf, tables } from "./everyTable.ts";

/** Of each field what bounds it: lengths in code points, least and greatest, and the form of a text. */
const limitsOf = (schema: z.ZodType): Record<string, object> => {
  const { properties = {} } = schemaOf(schema, "input", "en", {}) as { properties?: Record<string, Record<string, unknown>> };
  return Object.fromEntries(
    Object.entries(properties).map(([name, { maxLength, minLength, minimum, maximum, pattern, maxItems, minItems }]) => [
      name,
      { maxLength, minLength, minimum, maximum, pattern, maxItems, minItems },
    ]),
  );
};

/** Their form edits one item of what their call sends, by the item's own schema. */
const ofItems = ["appPoints"];

const ofTables = tables.flatMap(([id, table]) => {
  const { form } = definitionOf(table);
  if (!form || ofItems.includes(id)) return [];
  const added: [string, z.ZodType, Call][] = form.add ? [[`${id}, adding`, form.adding?.schema ?? form.schema, form.add.call]] : [];
  const edited: [string, z.ZodType, Call][] = form.edit ? [[`${id}, editing`, form.schema, form.edit.call]] : [];
  return [...added, ...edited];
});
const forms: readonly [what: string, form: z.ZodType, call: Call][] = [
  ...ofTables,
  ["a device, adding", deviceFormSchema, device.calls.post],
  ["a device, editing", deviceFormSchema, device.calls.put],
  ["an alarm rule, adding", ruleFormSchema, alarmTrigger.calls.post],
  ["an alarm rule, editing", ruleFormSchema, alarmTrigger.calls.put],
  ["a data point, adding", pointFields, deviceDataRecipe.calls.add_body],
  ["a data point, editing", pointFields, deviceDataRecipe.calls.put_body],
  ["the own organisation", ownCompanyFields, company.calls.update_my],
  ["the own profile", profileFields, user.calls.update],
  ["the own password", passwordFields, user.calls.update_pass],
  ["the platform's settings", settingsFields, sys.calls.put],
];

describe("a form", () => {
  it.each(forms)("%s has the limits of its call, field by field [S5.079]", (_what, form, { request }) => {
    const [own, asked] = [limitsOf(form), limitsOf(request)];
    const shared = Object.keys(own).filter((name) => name in asked);
    expect(Object.fromEntries(shared.map((name) => [name, own[name]]))).toEqual(
      Object.fromEntries(shared.map((name) => [name, asked[name]])),
    );
  });
});
