import { expect, it } from "vitest";
import { crowded } from "#server/notice/crowded.ts";

const second = 1000;
const row = (id: string, at: number, key?: string) => ({ id, at, key });
const told = (rows: readonly ReturnType<typeof row>[]) =>
  crowded(rows, ({ key }) => key).map((crowd) => crowd.map(({ id }) => id).join(" "));

it("takes for one what has a key and came within a minute of the first, and tells up to three one by one", () => {
  const crowd = [row("d", 60 * second, "r"), row("c", 40 * second, "r"), row("b", 20 * second, "r"), row("a", 0, "r")];
  expect(told(crowd)).toEqual(["d c b a"]);
  expect(told([row("e", 61 * second, "r"), ...crowd])).toEqual(["e", "d c b a"]);
  expect(told(crowd.slice(0, 3))).toEqual(["d", "c", "b"]);
  expect(told(crowd.map(({ id, at }) => row(id, at)))).toEqual(["d", "c", "b", "a"]);
});

it("keeps crowds apart by their key, in the order of their newest, whatever comes between", () => {
  const mixed = [3, 2, 1, 0].flatMap((at) => [
    row(`r${at}`, at * second, "r"),
    row(`x${at}`, at * second),
    row(`s${at}`, at * second, "s"),
  ]);
  expect(told(mixed)).toEqual(["r3 r2 r1 r0", "x3", "s3 s2 s1 s0", "x2", "x1", "x0"]);
});

it("leaves a crowd that is over as it was, however long others follow without a pause", () => {
  const stream = Array.from({ length: 30 }, (_, place) => row(`n${place}`, place * 10 * second, "r")).reverse();
  const early = told(stream.slice(-14)).slice(-2);
  expect(early).toEqual(["n13 n12 n11 n10 n9 n8 n7", "n6 n5 n4 n3 n2 n1 n0"]);
  expect(told(stream).slice(-2)).toEqual(early);
});
