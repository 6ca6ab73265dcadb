import { afterAll, beforeAll, expect, it } from "vitest";
import { terminalUser } from "#contract/resources/relations.ts";
import { user } from "#contract/resources/user.ts";
import { goodPassword, openPeople, type People } from "./people.ts";

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.site.close());

const conflict = 1300;

it.each([
  ["user", user.calls.add_child, user.calls.edit_child],
  ["end consumer", terminalUser.calls.post, terminalUser.calls.put],
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
