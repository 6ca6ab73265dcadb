import { beforeEach, describe, expect, test } from "vitest";
import {
  type Draft,
  forgetDrafts,
  hasDraft,
  newestDraft,
  readDraft,
  removeDraft,
  withoutSecrets,
  writeDraft,
} from "#src/kit/form/draft.ts";

/** What a browser's tab keeps; `full` takes nothing more. */
class Kept implements Storage {
  readonly #items = new Map<string, string>();
  full = false;
  get length(): number {
    return this.#items.size;
  }
  key(place: number): string | null {
    return [...this.#items.keys()][place] ?? null;
  }
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    if (this.full) throw new DOMException("full", "QuotaExceededError");
    this.#items.set(key, value);
  }
  removeItem(key: string): void {
    this.#items.delete(key);
  }
  clear(): void {
    this.#items.clear();
  }
}

let storage: Kept;
beforeEach(() => {
  storage = new Kept();
});
const draft = (at: number, place = "/device"): Draft => ({ at, values: { name: `at ${at}` }, place });

describe("a draft", () => {
  test("is read as it was written, by its user and form alone, until it is removed", () => {
    const whole = { ...draft(1), version: 3, subject: { id: "d" } };
    expect(writeDraft(storage, "u1", "device", whole)).toBe(true);
    expect(readDraft(storage, "u1", "device")).toEqual(whole);
    expect(readDraft(storage, "u2", "device")).toBeUndefined();
    expect(readDraft(storage, "u1", "role")).toBeUndefined();
    removeDraft(storage, "u2", "device");
    expect(readDraft(storage, "u1", "device")).toEqual(whole);
    removeDraft(storage, "u1", "device");
    expect([readDraft(storage, "u1", "device"), storage.length]).toEqual([undefined, 0]);
  });

  test("is lost, and nothing else, where the storage is full", () => {
    writeDraft(storage, "u", "role", draft(1));
    storage.full = true;
    expect(writeDraft(storage, "u", "device", draft(2))).toBe(false);
    expect([readDraft(storage, "u", "device"), readDraft(storage, "u", "role")]).toEqual([undefined, draft(1)]);
  });

  test.each([
    "",
    "{",
    "null",
    "7",
    '"text"',
    "[]",
    '{"at":1}',
    '{"values":{}}',
    '{"at":"1","values":{}}',
    '{"at":1,"values":null}',
    '{"at":1,"values":7}',
  ])("is none where %j is kept", (text) => {
    storage.setItem("draft:u:device", text);
    expect(readDraft(storage, "u", "device")).toBeUndefined();
    expect(newestDraft(storage, "u", () => true)).toBeUndefined();
  });

  test("has no secrets in it, however deep they are, and leaves the values that were typed alone", () => {
    const values = { name: "n", password: "p", slaves: [{ no: 1, key: "k" }, { no: 2 }], text: "t", none: null };
    const secrets = ["password", "slaves.0.key", "slaves.7.key", "text.key", "none.key", "missing.key"];
    expect(withoutSecrets(values, secrets)).toEqual({ name: "n", slaves: [{ no: 1 }, { no: 2 }], text: "t", none: null });
    expect(values).toMatchObject({ password: "p", slaves: [{ key: "k" }, {}] });
  });
});

describe("drafts of a user", () => {
  beforeEach(() => {
    storage.setItem("layout", JSON.stringify(draft(99)));
    writeDraft(storage, "u", "old", draft(1));
    writeDraft(storage, "u", "new", draft(3, "/role"));
    writeDraft(storage, "u", "middle", draft(2));
    writeDraft(storage, "u2", "other", draft(9, "/menu"));
  });

  test("are told by the newest of the forms that are asked for", () => {
    expect(newestDraft(storage, "u", () => true)).toEqual({ form: "new", draft: draft(3, "/role") });
    expect(newestDraft(storage, "u", (form) => form !== "new")).toEqual({ form: "middle", draft: draft(2) });
    expect(newestDraft(storage, "u", () => false)).toBeUndefined();
  });

  test("are known by the view that their form stood in, and forgotten with it", () => {
    const known = () => ["/device", "/role", "/menu", "/"].map((place) => hasDraft(storage, "u", place));
    expect(known()).toEqual([true, true, false, false]);
    forgetDrafts(storage, "u", "/device");
    expect(known()).toEqual([false, true, false, false]);
    expect([storage.length, hasDraft(storage, "u2", "/menu")]).toEqual([3, true]);
  });
});
