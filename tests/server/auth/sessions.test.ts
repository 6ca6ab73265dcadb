import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auth } from "#contract/resources/auth.ts";
import { user } from "#contract/resources/user.ts";
import { newId } from "#server/kit/newId.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

describe("a session", () => {
  let site: Site;
  let clock = Date.UTC(2026, 0, 5, 8);
  beforeAll(async () => {
    site = await openSite({ now: () => clock });
  });
  afterAll(() => site.close());

  it("ends after thirty days, however busy it is: asked twice a day it never rests too long", async () => {
    const token = await site.signIn("admin", adminPassword);
    const halfDay = 12 * 3_600_000;
    for (let half = 0; half <= 60; half += 1) {
      expect([half, (await site.ask(user.calls.my, {}, { token })).code]).toEqual([half, 0]);
      if (half < 60) clock += halfDay;
    }
    clock += 1000;
    expect((await site.ask(user.calls.my, {}, { token })).code).toBe(401);
  });

  it("ends when nobody used it for a day", async () => {
    const [used, rested] = [await site.signIn("admin", adminPassword), await site.signIn("admin", adminPassword)];
    clock += 24 * 3_600_000;
    expect((await site.ask(user.calls.my, {}, { token: used })).code).toBe(0);
    clock += 1;
    expect((await site.ask(user.calls.my, {}, { token: rested })).code).toBe(401);
    expect((await site.ask(user.calls.my, {}, { token: used })).code).toBe(0);
  });

  it.each([
    ["in the future, where the clock was set back", 3_600_000],
    ["more than a minute ago", -61_000],
  ])("that was seen %s was seen now once it is used", async (_when, off) => {
    const token = await site.signIn("admin", adminPassword);
    const { db } = site.gatehouse.services;
    const seen = () => db.selectFrom("session").select(["id", "seen_at"]).orderBy("created_at", "desc").executeTakeFirstOrThrow();
    clock += 1000;
    const { id } = await seen();
    await db
      .updateTable("session")
      .set({ seen_at: clock + off })
      .where("id", "=", id)
      .execute();
    expect((await site.ask(user.calls.my, {}, { token })).code).toBe(0);
    expect(await seen()).toEqual({ id, seen_at: clock });
  });

  it("ends when its holder logs in anew with it", async () => {
    const first = await site.signIn("admin", adminPassword);
    const random = newId();
    await site.gatehouse.services.captchas.draw(random);
    const code = (await site.gatehouse.services.captchas.peek(random)) ?? "";
    const again = await site.ask(auth.calls.login, { username: "admin", password: adminPassword, random, code }, { token: first });
    expect(again.data.token).not.toBe(first);
    expect((await site.ask(user.calls.my, {}, { token: first })).code).toBe(401);
  });

  it("is listed to its holder with the others, which the password ends", async () => {
    await site.addUser({ account: "walker" });
    const [here, there] = [await site.signIn("walker", "secret1"), await site.signIn("walker", "secret1")];
    const listed = await site.ask(user.calls.sessions, {}, { token: here });
    expect(listed.data.list.map(({ address, current }) => [address, current]).sort()).toEqual([
      ["127.0.0.1", false],
      ["127.0.0.1", true],
    ]);
    expect((await site.ask(user.calls.end_sessions, { password: "wrong" }, { token: here })).code).toBe(1318);
    expect((await site.ask(user.calls.end_sessions, { password: "secret1" }, { token: here })).data).toEqual({ ended: 1 });
    expect((await site.ask(user.calls.my, {}, { token: there })).code).toBe(401);
    expect((await site.ask(user.calls.my, {}, { token: here })).code).toBe(0);
  });
});
