// @vitest-environment jsdom
import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import type { Rows } from "#src/kit/sheet/sheetRows.ts";
import { namesOf, type PointNames } from "#src/screens/template/sheet/pointCells.ts";
import { useJudged } from "#src/screens/template/sheet/useJudged.ts";

const names: PointNames = { categoryId: namesOf([], "en"), iconGroupId: namesOf([], "en") };
const rowsOf = (count: number, address: (at: number) => string): Rows =>
  Array.from({ length: count }, (_, at) => ({ key: `k${at}`, cells: { name: "n", address: address(at) } }));
/** All have addresses of their own but the last, whose address is the first one's. */
const pasted = rowsOf(limits.point.perTemplate, (at) => `a${at % (limits.point.perTemplate - 1)}`);
const faulty = (judged: ReadonlyMap<string, { faults: ReadonlyMap<string, unknown> }>) =>
  [...judged].filter(([, { faults }]) => faults.size > 0).map(([key]) => key);
const both = ["k0", `k${limits.point.perTemplate - 1}`];

const show = (first: Rows) => renderHook(({ rows }: { rows: Rows }) => useJudged(names, rows), { initialProps: { rows: first } });

it("many new rows are judged behind the frame that shows them, few with it", async () => {
  const { result, rerender } = show(rowsOf(3, () => "a"));
  expect(faulty(result.current.judged)).toEqual(["k0", "k1", "k2"]);
  rerender({ rows: pasted });
  expect(result.current.judged.size).toBe(3);
  await waitFor(() => expect(faulty(result.current.judged)).toEqual(both));
  rerender({ rows: pasted.slice(1) });
  expect(faulty(result.current.judged)).toEqual([]);
});

it("what is asked for meanwhile, as for a save, is of the rows as they are", async () => {
  const { result } = show(pasted);
  expect(result.current.judged.size).toBe(0);
  await act(async () => expect(faulty(result.current.settle())).toEqual(both));
  expect(faulty(result.current.judged)).toEqual(both);
});
