import { expect, test, vi } from "vitest";
import { openFollowing, type TouchedIds } from "#server/alarm/following.ts";

const quick = { lookAfterSome: () => Promise.resolve(), isLeft: () => false, failed: () => undefined };
const idsOf = ({ devices, recipes, rules }: TouchedIds): string[] => [...devices, ...recipes, ...rules];

test("what comes while one is followed is followed together, once", async () => {
  const followed: string[][] = [];
  let go: () => void = () => undefined;
  const following = openFollowing({
    ...quick,
    follow: (touched) => {
      followed.push(idsOf(touched));
      return new Promise((resolve) => {
        go = resolve;
      });
    },
  });
  const first = following.changed({ devices: ["a"] });
  await Promise.resolve();
  const others = [following.changed({ rules: ["b"] }), following.changed({ rules: ["b"], recipes: ["c"] })];
  go();
  await first;
  await vi.waitFor(() => expect(followed).toHaveLength(2));
  expect(followed).toEqual([["a"], ["c", "b"]]);
  go();
  await Promise.all(others);
  expect(following.isBehind()).toBe(false);
});

test("what could not be followed is told, waits on, and is followed with the next", async () => {
  const followed: string[][] = [];
  let broken = true;
  const following = openFollowing({
    ...quick,
    follow: async (touched) => {
      if (broken) throw new Error("away");
      followed.push(idsOf(touched));
    },
  });
  await expect(following.changed({ devices: ["a"] })).rejects.toThrow("away");
  expect(following.isBehind()).toBe(true);
  broken = false;
  await following.changed({ devices: ["b"] });
  expect(followed).toEqual([["a", "b"]]);
  expect(following.isBehind()).toBe(false);
});

test("what takes long keeps no edit waiting, and goes on where it failed", async () => {
  const did: string[] = [];
  const faults: unknown[] = [];
  let left = 0;
  let broken = false;
  const following = openFollowing({
    follow: async (touched) => {
      did.push(`follow ${idsOf(touched).join()}`);
      if (touched.rules.size > 0) left = 3;
    },
    lookAfterSome: async () => {
      if (broken) throw new Error("away");
      did.push(`look ${left}`);
      if (left === 3) void following.changed({ devices: ["d"] });
      left -= 1;
    },
    isLeft: () => left > 0,
    failed: (fault) => void faults.push(fault),
  });
  await following.changed({ rules: ["a"] });
  expect(did).toEqual(["follow a"]);
  await following.idle();
  expect([did, following.isBehind()]).toEqual([["follow a", "look 3", "follow d", "look 2", "look 1"], false]);
  broken = true;
  await following.changed({ rules: ["b"] });
  await following.idle();
  expect([following.isBehind(), faults]).toEqual([true, [new Error("away")]]);
  broken = false;
  await following.changed({});
  await following.idle();
  expect([did.slice(-4), following.isBehind()]).toEqual([["follow ", "look 3", "follow d", "look 2", "look 1"].slice(-4), false]);
});
