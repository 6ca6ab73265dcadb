import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holds } from "#tests/property.ts";
import { type Fleet, openFleet, someday } from "./fleet.ts";
import { isLimited, isOver, isTrue, type ValueLimits, valueLimits } from "./valueLimits.ts";

let fleet: Fleet;
beforeAll(async () => {
  fleet = await openFleet();
  await fleet.start();
});
afterAll(() => fleet.close());

type Event =
  | { kind: "reading"; value: number; after: number }
  | { kind: "late"; value: number; before: number }
  | { kind: "clock"; after: number }
  | { kind: "restart" };

const after = fc.integer({ min: 1, max: 20 });
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant("reading" as const), value: fc.integer({ min: 0, max: 12 }), after }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("late" as const), value: fc.integer({ min: 0, max: 12 }), before: after }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("clock" as const), after }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("restart" as const) }) },
);

/** When it was raised and released, and how often it was raised again in between. */
type Walked = [raised: number, released: number | null, repeats: number];

/** The naive reference: the whole history is gone through again, and it knows no restart. */
const expected = (rule: ValueLimits, events: readonly Event[]): Walked[] => {
  const records: Walked[] = [];
  let now = 0;
  let trueSince: number | null = null;
  let open = false;
  const raise = (at: number): void => {
    const last = records.at(-1);
    const young = last && at - last[0] <= 3600 && at - (last[1] ?? at) <= 600;
    if (young && !isLimited(rule)) {
      last[1] = null;
      last[2] += 1;
    } else records.push([at, null, 0]);
    open = true;
  };
  for (const entry of events) {
    if (entry.kind === "restart" || entry.kind === "late") continue;
    now += entry.after;
    if (entry.kind === "reading") {
      // It lasted from reading to reading, whether or not the clock looked in between.
      if (!open && trueSince !== null && !isTrue(rule, entry.value) && now - trueSince > rule.hold) raise(trueSince + rule.hold);
      const last = records.at(-1);
      if (open && last && isOver(rule, entry.value)) {
        last[1] = now;
        open = false;
        trueSince = null;
      } else if (!open) trueSince = isTrue(rule, entry.value) ? (trueSince ?? now) : null;
    }
    if (!open && trueSince !== null && now - trueSince >= rule.hold) raise(now);
  }
  return records;
};

let run = 0;

test("raises and releases as a naive reference does, over any walk of values, late readings, clock and restarts", async () => {
  await holds(
    fc.asyncProperty(valueLimits, fc.array(event, { minLength: 1, maxLength: 30, size: "max" }), async (rule, events) => {
      run += 1;
      const id = `walk${run}`;
      await fleet.device(id, "north", { 1: "boiler" });
      const { condition, a, b, min, max, hold } = rule;
      const ruleId = await fleet.rule({ condition, a, b, min, max, hold_seconds: hold, device_id: id });
      await fleet.changed({ rules: [ruleId] });
      const device = await fleet.registered(id);
      const at = (seconds: number) => someday + seconds * 1000;
      fleet.now = someday;
      let now = 0;
      let newest: number | undefined;
      for (const entry of events) {
        if (entry.kind === "restart") {
          await fleet.cut();
          // Times of readings that changed nothing are not kept, so that only what comes after the next reading is known to be late.
          newest = undefined;
        } else if (entry.kind === "late") {
          if (newest !== undefined) await fleet.send(device, entry.value, at(newest - entry.before), { arrivedAt: at(now) });
        } else {
          now += entry.after;
          // With nothing awaited in between: the engine's own clock looks whenever it can.
          fleet.now = at(now);
          if (entry.kind === "clock") await fleet.engine.tick(at(now));
          else {
            newest = now;
            await fleet.send(device, entry.value, at(now), { arrivedAt: at(now) });
          }
        }
      }
      const records = (await fleet.records()).filter((record) => record.device_id === id);
      const whole = expected(rule, events);
      expect(records.map((record) => [record.raised_at, record.released_at, record.repeats])).toEqual(
        whole.map(([raised, released, repeats]) => [at(raised), released === null ? null : at(released), repeats]),
      );
      expect(await fleet.openAlarms(id)).toBe(whole.filter(([, released]) => released === null).length);
      await fleet.db.deleteFrom("device").where("id", "=", id).execute();
      await fleet.changed({ devices: [id] });
    }),
    { numRuns: 40 },
  );
});
