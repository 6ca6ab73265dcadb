import { expect, test } from "vitest";
import { devicePasswordFits, devicePasswordHash, deviceSecret, newDevicePassword } from "#server/wire/devicePassword.ts";
import { openWorld } from "./world.ts";

test("a password fits its own hash under the same secret and no other", () => {
  const hash = devicePasswordHash("pass-word", "secret");
  expect(devicePasswordFits(hash, "pass-word", "secret")).toBe(true);
  expect(devicePasswordFits(hash, Buffer.from("pass-word"), "secret")).toBe(true);
  expect(devicePasswordFits(hash, "pass-wore", "secret")).toBe(false);
  expect(devicePasswordFits(hash, "", "secret")).toBe(false);
  expect(devicePasswordFits(hash, "pass-word", "other")).toBe(false);
  expect(devicePasswordHash("pass-word", "secret")).not.toBe(hash);
});

test("a stored text that is no hash fits nothing", () => {
  for (const stored of ["", "$", "salt$", "$digest", "salt$short"]) expect(devicePasswordFits(stored, "", "secret")).toBe(false);
});

test("made-up passwords are 16 letters or digits and differ", () => {
  const made = Array.from({ length: 200 }, newDevicePassword);
  expect(made.every((password) => /^[0-9A-Za-z]{16}$/.test(password))).toBe(true);
  expect(new Set(made).size).toBe(200);
});

test("the secret is made once and kept", async () => {
  const { db } = await openWorld();
  const secret = await deviceSecret(db);
  expect(secret.length).toBeGreaterThan(40);
  expect(await deviceSecret(db)).toBe(secret);
});
