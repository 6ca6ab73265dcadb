import { expect, test } from "vitest";
import { callWords } from "#contract/callWords.ts";
import { resources } from "#contract/resources.ts";

const calls = resources.flatMap((resource) => Object.values(resource.calls));

test.each(["zh", "en"] as const)("every call that can stand in the operation log has words in %s", (language) => {
  const silent = calls
    .filter(({ access, kind }) => kind === "write" || access === "granted")
    .filter(({ path }) => !callWords(path, language));
  expect(silent.map(({ path }) => path)).toEqual([]);
});

test("no call that changes something is said with the words of reading", () => {
  const writes = calls.filter(({ kind }) => kind === "write");
  const reading = writes.filter(
    ({ path }) => /^(查询|查看)/.test(callWords(path, "zh") ?? "") || /^View\b/.test(callWords(path, "en") ?? ""),
  );
  expect(reading.map(({ path }) => path)).toEqual([]);
});

test("two calls that change something, or that menus grant, are never called the same", () => {
  for (const language of ["zh", "en"] as const) {
    const words = calls.filter(({ access, kind }) => kind === "write" || access === "granted").map(({ path }) => callWords(path, language));
    expect(words.filter((each, at) => words.indexOf(each) !== at)).toEqual([]);
  }
});

test("what is no call has no words", () => {
  expect([callWords("/api/nothing/post", "en"), callWords("/api/user", "zh"), callWords("", "en")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
