import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { auth } from "#contract/resources/auth.ts";
import { terminalUser } from "#contract/resources/relations.ts";
import { user } from "#contract/resources/user.ts";
import { goodPassword, lastText, openPeople, type People } from "./people.ts";

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.site.close());

const conflict = 1300;

it.each([
  ["user", user.calls.add_child, user.calls.edit_child],
  ["end user", terminalUser.calls.post, terminalUser.calls.put],
] as const)("of two edits of one %s at once, both with the password that they ask for, one is saved", async (name, add, edit) => {
  const { site, northOwner: token } = people;
  const account = `twice${name.length}`;
  const made = await site.ask(add, { account, userName: "Twice", password: goodPassword }, { token });
  const ownPassword = goodPassword;
  const fields = { id: made.data.id, userName: "Twice", version: 1, ownPassword };
  const answers = await Promise.all(
    ["a@example.org", "b@example.org"].map((email) => site.ask(edit, { ...fields, type: 1, email }, { token })),
  );
  expect(answers.map(({ code }) => code).sort((one, other) => one - other)).toEqual([0, conflict]);
});

/** Does something else between the moment that a call has read its record and the moment that its password is judged. */
const whileProving = (what: () => Promise<unknown>): void => {
  const { loginLimits } = people.site.gatehouse.services;
  const begin = loginLimits.begin.bind(loginLimits);
  vi.spyOn(loginLimits, "begin").mockImplementationOnce(async (answerer) => {
    await what();
    return begin(answerer);
  });
};

describe("one's own profile", () => {
  const signedIn = async (account: string, sessions: number) => {
    const { site } = people;
    const id = await site.addUser({ account, roles: ["role-administrator"] });
    const tokens = [];
    for (let n = 0; n < sessions; n += 1) tokens.push(await site.signIn(account, "secret1"));
    const save = (token: string, more: object) => site.ask(user.calls.update, { userName: account, version: 1, ...more }, { token });
    const stored = () =>
      site.gatehouse.services.db.selectFrom("user").select(["email", "version"]).where("id", "=", id).executeTakeFirstOrThrow();
    return { id, tokens, save, stored };
  };

  it("is saved once of a version, however many sessions save it at once", async () => {
    const { tokens, save, stored } = await signedIn("manyatonce", 8);
    const answers = await Promise.all(tokens.map((token, place) => save(token, { nickName: `n${place}` })));
    expect(answers.map(({ code }) => code).sort((one, other) => one - other)).toEqual([0, ...Array(7).fill(conflict)]);
    expect((await stored()).version).toBe(2);
  });

  it("does not get another e-mail address over what was saved while the password was judged, nor loses one by it", async () => {
    const { tokens, save, stored } = await signedIn("judged", 2);
    const [owner = "", elsewhere = ""] = tokens;
    whileProving(() => save(elsewhere, { nickName: "Nick" }));
    expect((await save(owner, { email: "new@example.org", password: "secret1" })).code).toBe(conflict);
    expect(await stored()).toEqual({ email: "", version: 2 });
    expect((await save(owner, { email: "new@example.org", password: "secret1", version: 2 })).code).toBe(0);
    expect((await stored()).email).toBe("new@example.org");
  });

  it("keeps the password that it was given while the old one was judged", async () => {
    const { site, admin } = people;
    const { id, tokens } = await signedIn("forgetful", 1);
    const { loginLimits } = site.gatehouse.services;
    const begin = loginLimits.begin.bind(loginLimits);
    // The old one fits, and is replaced before the new one is kept.
    vi.spyOn(loginLimits, "begin").mockImplementationOnce(async (answerer) => {
      const attempt = await begin(answerer);
      return {
        ...attempt,
        right: async () => {
          await attempt.right();
          const reset = { id, password: "Osprey93k", ownPassword: "adminpw1" };
          expect((await site.ask(user.calls.reset_child_pass, reset, { token: admin })).code).toBe(0);
        },
      };
    });
    const change = { password: "secret1", newPassword: "Kestrel72x", repassword: "Kestrel72x" };
    expect((await site.ask(user.calls.update_pass, change, { token: tokens[0] ?? "" })).code).toBe(1318);
    expect(await site.signIn("forgetful", "Osprey93k")).toBeTruthy();
  });
});

describe("of a user who becomes more than the caller may touch while the caller's password is judged", () => {
  const clerk = async (account: string) => {
    const { site, north } = people;
    await site.addUser({ account, type: 1, companyId: north, roles: ["role-staff", "desk"] });
    return site.signIn(account, "secret1");
  };
  beforeAll(async () => {
    const { db } = people.site.gatehouse.services;
    const stamps = { created_at: 1, updated_at: 1, updated_by: "" };
    await db
      .insertInto("role")
      .values({ id: "desk", company_id: people.north, name: "Desk", description: "", ...stamps })
      .execute();
    const actions = JSON.stringify(["/api/user/reset_child_pass", "/api/terminal_user/delete"]);
    await db.insertInto("role_menu").values({ role_id: "desk", menu_id: "user.children", actions }).execute();
  });
  const raised = {
    "the administrators' role": (id: string) =>
      people.site.ask(user.calls.edit_child_role, { id, roleIds: ["role-administrator"], version: 1 }, { token: people.admin }),
    "a higher type": (id: string) =>
      people.site.ask(user.calls.edit_child, { id, userName: "Raised", type: 0, version: 1 }, { token: people.admin }),
  };

  it.each(Object.entries(raised))("the password is not reset: %s", async (what, raise) => {
    const { site, north } = people;
    const account = `target${what.length}`;
    const id = await site.addUser({ account, type: 1, companyId: north, roles: [] });
    const token = await clerk(`clerk${what.length}`);
    whileProving(async () => expect((await raise(id)).code).toBe(0));
    const reset = await site.ask(user.calls.reset_child_pass, { id, ownPassword: "secret1" }, { token });
    expect([1319, 1323]).toContain(reset.code);
    expect(await site.signIn(account, "secret1")).toBeTruthy();
  });

  it("an end user who became staff is not removed as an end user", async () => {
    const { site, north, admin } = people;
    const id = await site.addUser({ account: "promoted", type: 3, companyId: north, roles: [] });
    const token = await clerk("clerk.remover");
    const { sessions } = site.gatehouse.services;
    const endAll = sessions.endAll.bind(sessions);
    vi.spyOn(sessions, "endAll").mockImplementationOnce(async (userId, except) => {
      await site.ask(user.calls.edit_child, { id, userName: "Promoted", type: 1, version: 1 }, { token: admin });
      await endAll(userId, except);
    });
    expect((await site.ask(terminalUser.calls.delete, { ids: [id] }, { token })).code).toBe(404);
    expect(await site.signIn("promoted", "secret1")).toBeTruthy();
  });
});

it("a code of a phone that its owner left meanwhile resets no password", async () => {
  const { site } = people;
  const { db, phoneCodes } = site.gatehouse.services;
  const phone = "13800007777";
  const id = await site.addUser({ account: "mover", phone, roles: [] });
  expect((await site.ask(auth.calls.send_reset_pass_code, { phone })).code).toBe(0);
  const verificationCode = await lastText(site, phone);
  const use = phoneCodes.use.bind(phoneCodes);
  vi.spyOn(phoneCodes, "use").mockImplementationOnce(async (...asked) => {
    const way = await use(...asked);
    await db.updateTable("user").set({ phone: "13800007778" }).where("id", "=", id).execute();
    return way;
  });
  expect((await site.ask(auth.calls.reset_pass, { phone, verificationCode, password: "Osprey93k", repassword: "Osprey93k" })).code).toBe(
    1309,
  );
  expect(await site.signIn("mover", "secret1")).toBeTruthy();
});
