import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import { holds } from "#tests/property.ts";
import { openWalks, type Step, Walk, type WalkMask } from "./alarmWalk.ts";
import { type Fleet, openFleet } from "./fleet.ts";
import { modelPoints, modelRule } from "./modelParts.ts";
import { walked } from "./walked.ts";

/** Walks of some 30 steps; `ALARM_WALKS=3400` makes some 100,000 steps of it. */
const walks = Number(process.env.ALARM_WALKS ?? 40);

let fleet: Fleet;
beforeAll(async () => {
  fleet = await openFleet();
  await openWalks(fleet);
});
afterAll(() => fleet.close());

const which = fc.constantFrom(0, 1);
const value = fc.integer({ min: 0, max: 12 });
const after = fc.integer({ min: 1, max: 20 });

const one = fc.constantFrom(0, 1, 2);
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 1 });
const mask: fc.Arbitrary<WalkMask> = fc
  .record({
    ...{ company: fc.constantFrom("root" as const, "north" as const), device: sometimes(which), rule: sometimes(one), typed: fc.boolean() },
    ...{ from: fc.constantFrom(0, 0, 15, 300), lasts: sometimes(fc.constantFrom(10, 60, 900)) },
  })
  .filter(({ device, rule, typed }) => device !== null || rule !== null || typed);
const point = fc.constantFrom(...modelPoints);
const values = fc.oneof(fc.record({ m1: value }), fc.record({ m2: value }), fc.record({ m1: value, m2: value }));

const of = <K extends Step["kind"]>(kind: K) => ({ kind: fc.constant(kind) });
const readings = fc.array(fc.record({ values, after }), { minLength: 1, maxLength: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 24, arbitrary: fc.record({ ...of("readings"), device: which, readings }) },
  { weight: 3, arbitrary: fc.record({ ...of("late"), device: which, point, value, before: after }) },
  { weight: 3, arbitrary: fc.record({ ...of("behind"), device: which, point, value, after }) },
  { weight: 5, arbitrary: fc.record({ ...of("clock"), after: fc.oneof(after, fc.constantFrom(60, 700, 4000)) }) },
  { weight: 1, arbitrary: fc.record({ ...of("setBack"), by: after }) },
  { weight: 2, arbitrary: fc.record(of("restart")) },
  { weight: 2, arbitrary: fc.record({ ...of("edit"), rule: one, fields: modelRule }) },
  { weight: 1, arbitrary: fc.record({ ...of("switch"), rule: one }) },
  { weight: 2, arbitrary: fc.record({ ...of("mask"), mask }) },
  { weight: 1, arbitrary: fc.record({ ...of("unmask"), which: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ ...of("transfer"), device: which }) },
  { weight: 3, arbitrary: fc.record({ ...of("process"), device: which }) },
);

let run = 0;

test(
  "raises, repeats, releases, tells, reminds and escalates as a plain reference does, over any walk of readings, clocks, restarts, edits, masks, transfers and processing by two",
  async () => {
    await holds(
      fc.asyncProperty(
        modelRule,
        modelRule,
        modelRule,
        fc.array(step, { minLength: 10, maxLength: 50, size: "max" }),
        async (first, second, third, steps) => {
          run += 1;
          await walked(new Walk(fleet, run, [first, second, third]), steps);
        },
      ),
      { numRuns: walks },
    );
  },
  Math.max(120_000, walks * 5000),
);
