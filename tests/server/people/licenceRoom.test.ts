import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { auth } from "#contract/resources/auth.ts";
import { company } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { license } from "#contract/resources/license.ts";
import { terminalUser } from "#contract/resources/relations.ts";
import { user } from "#contract/resources/user.ts";
import { signLicence } from "#server/licence/licence.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { lastText } from "./people.ts";

const keys = generateKeyPairSync("ed25519");
const publicKey = keys.publicKey.export({ format: "der", type: "spki" }).toString("base64");
const privateKey = keys.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const overLimit = 1321;
const sessions = 12;

let site: Site;
let tokens: string[];
let recipeId: string;
beforeAll(async () => {
  site = await openSite({ variables: { LICENCE_PUBLIC_KEY: publicKey } });
  tokens = [];
  for (let n = 0; n < sessions; n += 1) tokens.push(await site.signIn("admin", adminPassword));
  recipeId = (await site.ask(deviceDataRecipe.calls.post, { name: "Recipe" }, { token: tokens[0] ?? "" })).data.id;
});
afterAll(() => site.close());

const used = async () => (await site.ask(license.calls.lic_info, {}, { token: tokens[0] ?? "" })).data;

/** A licence that has room for three more of each. */
const leaveRoom = async () => {
  const { installation, used: there } = await used();
  const limits = { companies: there.companies + 3, users: there.users + 3, devices: there.devices + 3 };
  const payload = { installation, holder: "Works", issuedAt: "2026-01-01T00:00:00Z", expiresAt: null, limits };
  const activated = await site.ask(license.calls.atv_lic_file, { content: signLicence(payload, privateKey) }, { token: tokens[0] ?? "" });
  expect(activated.code).toBe(0);
  return limits;
};

const person = (place: number, more: object) => ({ account: `room${place}`, userName: "Room", password: "Kestrel72x", ...more });

it.each([
  ["companies", (token: string, n: number) => site.ask(company.calls.post, { parentId: "root", name: `C${n}` }, { token })],
  ["users", (token: string, n: number) => site.ask(user.calls.add_child, person(n, { type: 1, account: `child.a${n}` }), { token })],
  ["users", (token: string, n: number) => site.ask(terminalUser.calls.post, person(n, { account: `consumer.a${n}` }), { token })],
  [
    "devices",
    (token: string, n: number) =>
      site.ask(
        device.calls.post,
        { name: `D${n}`, sn: `ROOM-${n}`, typeId: "type-general", industry: "x", slaves: [{ no: 1, name: "One", recipeId }] },
        { token },
      ),
  ],
] as const)("twelve %s that are added at once stay within the licence that has room for three", async (counted, add) => {
  const limits = await leaveRoom();
  const answers = await Promise.all(tokens.map((token, place) => add(token, place)));
  expect(answers.map(({ code }) => code).sort((one, other) => one - other)).toEqual([0, 0, 0, ...Array(sessions - 3).fill(overLimit)]);
  expect((await used()).used[counted]).toBe(limits[counted]);
});

it("six who register at once stay within it, too", async () => {
  const limits = await leaveRoom();
  const phones = Array.from({ length: 6 }, (_, place) => `1390000010${place}`);
  const forms = [];
  for (const [place, phone] of phones.entries()) {
    expect((await site.ask(auth.calls.send_register_code, { phone })).code).toBe(0);
    const password = { password: "Kestrel72x", repassword: "Kestrel72x" };
    const form = {
      companyName: `Own ${place}`,
      companyLevel: "经理",
      userName: "王小明",
      nickName: "小明",
      email: `m${place}@example.org`,
    };
    forms.push({ ...form, ...password, phone, verificationCode: await lastText(site, phone) });
  }
  const answers = await Promise.all(forms.map((form) => site.ask(auth.calls.register, form)));
  expect(answers.map(({ code }) => code).sort((one, other) => one - other)).toEqual([0, 0, 0, overLimit, overLimit, overLimit]);
  expect((await used()).used.companies).toBe(limits.companies);
});
