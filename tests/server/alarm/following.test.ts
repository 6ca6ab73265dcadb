import { expect, test } from "vitest";
import { openFollowing, type TouchedIds } from "#server/alarm/following.ts";

const idsOf = ({ devices, recipes, rules }: TouchedIds): string[] => [...devices, ...recipes, ...rules];

test("what comes while one is followed is followed together, once", async () => {
  const followed: string[][] = [];
  let go: () => void = () => undefined;
  const following = openFollowing((touched) => {
    followed.push(idsOf(touched));
    return new Promise((resolve) => {
      go = resolve;
    });
  });
  const first = following.changed({ devices: ["a"] });
  await Promise.resolve();
  const others = [following.changed({ rules: ["b"] }), following.changed({ rules: ["b"], recipes: ["c"] })];
  go();
  await first;
  await Promise.resolve();
  expect(followed).toEqual([["a"], ["c", "b"]]);
  go();
  await Promise.all(others);
  expect(following.isBehind()).toBe(false);
});

test("what could not be followed is told, waits on, and is followed with the next", async () => {
  const followed: string[][] = [];
  let broken = true;
  const following = openFollowing(async (touched) => {
    if (broken) throw new Error("away");
    followed.push(idsOf(touched));
  });
  await expect(following.changed({ devices: ["a"] })).rejects.toThrow("away");
  expect(following.isBehind()).toBe(true);
  broken = false;
  await following.changed({ devices: ["b"] });
  expect(followed).toEqual([["a", "b"]]);
  expect(following.isBehind()).toBe(false);
});
