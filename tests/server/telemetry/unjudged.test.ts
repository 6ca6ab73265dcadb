import { describe, expect, test } from "vitest";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import { Unjudged } from "#server/telemetry/unjudged.ts";
import { openStore, put } from "./store.ts";

const known = (store: Telemetry) => {
  const series = store.series("d1", 1, "p1");
  return [store.judged(series)?.ts, store.latest(series)?.ts];
};

describe("readings that rules have not judged", () => {
  test("are not what rules know of, over restarts too, until they are judged", async () => {
    const { store: first, file } = await openStore();
    const series = first.series("d1", 1, "p1");
    await put(first, series, [[10, 1]]);
    expect(known(first)).toEqual([10, 10]);
    first.judging([series]);
    await put(first, series, [[20, 2]]);
    expect(known(first)).toEqual([10, 20]);
    await first.stop();
    const { store: second } = await openStore({ file });
    expect(known(second)).toEqual([10, 20]);
    expect(second.judged(series)).toEqual({ ts: 10, value: 1, taken: 10 });
    await put(second, second.series("d2", 1, "p1"), [[10, 1]]);
    await second.stop();
    const { store: third } = await openStore({ file });
    expect(known(third)).toEqual([10, 20]);
    const judged = third.judging([series]);
    await put(third, series, [[30, 3]]);
    judged();
    expect(known(third)).toEqual([30, 30]);
    await put(third, third.series("d2", 1, "p1"), [[20, 2]]);
    await third.stop();
    const { store: fourth } = await openStore({ file });
    expect(known(fourth)).toEqual([30, 30]);
  });

  test("are known over a restart when they are judged, though nothing came behind them", async () => {
    const { store: first, file } = await openStore();
    const series = first.series("d1", 1, "p1");
    await put(first, series, [[10, 1]]);
    const judged = first.judging([series]);
    await put(first, series, [[20, 2]]);
    judged();
    await first.stop();
    const { store } = await openStore({ file });
    expect(known(store)).toEqual([20, 20]);
  });

  test("are all that there is of a point that rules know nothing of", async () => {
    const { store: first, file } = await openStore();
    const series = first.series("d1", 1, "p1");
    first.judging([series]);
    await put(first, series, [[20, 2]]);
    await first.stop();
    const { store } = await openStore({ file });
    expect(known(store)).toEqual([undefined, 20]);
  });

  test("give way to what is not ahead where the clock was set back before a restart", async () => {
    const { store: first, file } = await openStore();
    const series = first.series("d1", 1, "p1");
    await put(first, series, [[Date.now() - 2_000, 1]]);
    const past = first.latest(series);
    await put(first, series, [[Date.now() + 3_600_000, 2]]);
    first.judging([series]);
    await put(first, series, [[Date.now() + 3_600_001, 3]]);
    await first.stop();
    const { store } = await openStore({ file });
    expect(store.judged(series)).toMatchObject({ ts: past?.ts, value: 1 });
  });

  test("were judged together with what came behind them, not with what came before", async () => {
    const { store } = await openStore();
    const series = store.series("d1", 1, "p1");
    await put(store, series, [[10, 1]]);
    const [one, other] = [store.judging([series]), store.judging([series])];
    await put(store, series, [[20, 2]]);
    one();
    expect(known(store)).toEqual([10, 20]);
    other();
    expect(known(store)).toEqual([20, 20]);
  });

  test("are forgotten the oldest first where they are more than can be under way", () => {
    const unjudged = new Unjudged();
    const none = () => undefined;
    unjudged.begin([1, 2], none);
    unjudged.begin([1], none);
    unjudged.begin(
      Array.from({ length: 19_999 }, (_, at) => at + 3),
      none,
    );
    expect([1, 2, 3].map((series) => unjudged.has(series))).toEqual([true, false, true]);
    expect(unjudged.packed()?.length).toBe(40_000);
  });
});
