import { describe, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmContact, alarmGroup } from "#contract/resources/alarmGroup.ts";
import { alarmType } from "#contract/resources/alarmType.ts";
import { company } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceRecipePicture } from "#contract/resources/deviceRecipePicture.ts";
import { deviceUnitType } from "#contract/resources/deviceUnitType.ts";
import { dict } from "#contract/resources/dict.ts";
import { menu } from "#contract/resources/menu.ts";
import { role } from "#contract/resources/role.ts";
import { sample } from "#contract/resources/sample.ts";

const long = "x".repeat(1001);
const point = { recipeId: "r", name: "P", address: "1" };
const rule = { name: "R", recipeId: "r", pointId: "p", condition: "above", a: 1 };
const slave = { no: 1, name: "S", recipeId: "r" };
const gateway = { name: "D", sn: "SN-1", typeId: "t", industry: "water", slaves: [slave] };
const group = { groupId: "g", value: "1", picture: "/files/none.png" };

/** What is added, as it may be, and pieces that make it wrong. */
const forms: readonly [string, Call, Call, object, readonly object[]][] = [
  [
    "a data point",
    deviceDataRecipe.calls.add_body,
    deviceDataRecipe.calls.put_body,
    point,
    [
      { startBit: 8, endBit: 7 },
      { min: 2, max: 1 },
      { name: " " },
      { name: long },
      { address: "a b" },
      { startBit: 64 },
      { decimals: 11 },
      { receiveFormula: "x+" },
      { storeMode: 3 },
      { enumeration: [{ value: 1, label: "" }] },
    ],
  ],
  [
    "a data template",
    deviceDataRecipe.calls.post,
    deviceDataRecipe.calls.put,
    { name: "T" },
    [{ name: "" }, { name: long }, { description: long }],
  ],
  [
    "an alarm rule",
    alarmTrigger.calls.post,
    alarmTrigger.calls.put,
    rule,
    [
      { a: null },
      { pointId: null },
      { max: 2 },
      { condition: "between", a: 2, b: 1 },
      { condition: "bitSet", a: 64 },
      { holdSeconds: -1 },
      { level: 4 },
      { name: "" },
    ],
  ],
  [
    "an alarm type",
    alarmType.calls.post,
    alarmType.calls.put,
    { name: "Limit" },
    [{ name: "" }, { name: long }, { nameEn: long }, { remark: long }, { remarkEn: long }],
  ],
  [
    "an alarm group",
    alarmGroup.calls.post,
    alarmGroup.calls.put,
    { name: "Duty", messageTypes: ["sms"] },
    [
      { name: "" },
      { name: long },
      { messageTypes: [] },
      { messageTypes: ["pigeon"] },
      { messageTypes: ["webhook"] },
      { webhookUrl: "x" },
      { webhookSecret: "short" },
      { perHour: 0 },
      { perHour: 101 },
      { quietFrom: "22:00" },
      { quietFrom: "22:00", quietTo: "22:00" },
      { quietFrom: "24:00", quietTo: "07:00" },
    ],
  ],
  [
    "an alarm contact",
    alarmContact.calls.post,
    alarmContact.calls.put,
    { name: "Li", phone: "13900000001" },
    [{ name: "" }, { name: "x".repeat(21) }, { phone: "" }, { phone: "12345" }, { gender: "other" }, { email: "li" }],
  ],
  [
    "a device",
    device.calls.post,
    device.calls.put,
    gateway,
    [
      { sn: "abc" },
      { name: long },
      { lng: 181 },
      { lat: -91 },
      { slaves: [] },
      { slaves: [{ ...slave, no: 248 }] },
      { password: "short" },
      { industry: "" },
    ],
  ],
  [
    "an organisation",
    company.calls.post,
    company.calls.put,
    { parentId: "p", name: "O" },
    [{ name: "" }, { name: long }, { morning: "12:00-08:00" }, { zone: "Mars" }, { site: "x" }, { expiresAt: "soon" }],
  ],
  ["a role", role.calls.post, role.calls.put, { name: "R" }, [{ name: "" }, { name: long }, { description: long }]],
  ["a menu item", menu.calls.post, menu.calls.put, { path: "/a", name: "A", nameEn: "A" }, [{ path: "" }, { name: "" }, { name: long }]],
  ["a dictionary entry", dict.calls.post, dict.calls.put, { name: "n", value: "v" }, [{ name: "" }, { value: "" }, { name: long }]],
  [
    "a data unit",
    deviceUnitType.calls.post,
    deviceUnitType.calls.put,
    { name: "Metre", symbol: "m" },
    [{ name: "" }, { name: long }, { symbol: long }],
  ],
  ["an icon group", deviceRecipePicture.calls.post, deviceRecipePicture.calls.put, { name: "I" }, [{ name: "" }, { name: long }]],
  [
    "an icon",
    deviceRecipePicture.calls.add_body,
    deviceRecipePicture.calls.put_body,
    group,
    [{ value: "" }, { value: long }, { picture: "http://a" }],
  ],
  [
    "a sample user",
    sample.calls.add,
    sample.calls.edit,
    { name: "N", age: 1 },
    [{ age: 201 }, { age: -1 }, { name: "" }, { sex: 2 }, { birth: "2026-02-30" }],
  ],
];

const faults = (call: Call, request: object): string[] =>
  (call.request.safeParse(request).error?.issues ?? []).map(({ path, message }) => `${path.join(".")} ${message}`);

describe("an edit is judged as strictly as what is added", () => {
  it.each(forms)("%s", (_what, add, edit, right, wrongs) => {
    const key = { id: "kept", version: 1 };
    expect([faults(add, right), faults(edit, { ...right, ...key })]).toEqual([[], []]);
    for (const wrong of wrongs) {
      const told = faults(add, { ...right, ...wrong });
      expect([wrong, told.length > 0]).toEqual([wrong, true]);
      expect([wrong, faults(edit, { ...right, ...wrong, ...key })]).toEqual([wrong, told]);
    }
  });
});
