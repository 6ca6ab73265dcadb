import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holds } from "#tests/property.ts";
import { openPlant, type Plant } from "./plant.ts";
import { limit, type ModelRecord, ReadingsModel, silenceMinutes } from "./readingsModel.ts";

const file = join(tmpdir(), `plant-${randomUUID()}.db`);
let plant: Plant;
beforeAll(async () => {
  plant = await openPlant(file);
});
afterAll(async () => {
  await plant.close();
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
});

/** All distances are multiples of this, but for the milliseconds of given times and of what meets them. */
const stride = 7_000;
/** Times that devices tell lie between the strides, where they are not meant to meet one that was given. */
const between = 3_500;

/** A slow machine tries fewer walks, but all that were once wrong, and some of the others. */
const longestMs = 25_000;
const leastOthers = 10;

type Event =
  | { kind: "reading"; point: "every" | "change"; value: number; strides: number | undefined }
  | { kind: "again"; which: number }
  | { kind: "burst"; point: "every" | "change"; values: number[]; together: boolean }
  | { kind: "mixed"; point: "every" | "change"; readings: { value: number; ms: number | undefined }[]; together: boolean }
  | { kind: "clock"; strides: number }
  | { kind: "restart" };

const point = fc.constantFrom("every" as const, "change" as const);
const value = fc.integer({ min: limit - 1, max: limit + 1 });
const told = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 4, arbitrary: fc.constant(-1) },
  { weight: 5, arbitrary: fc.integer({ min: -60, max: -2 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 41 }) },
  { weight: 1, arbitrary: fc.integer({ min: 43, max: 5_000 }) },
);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant("reading" as const), point, value, strides: told }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("again" as const), which: fc.nat(30) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("burst" as const),
      point,
      values: fc.array(value, { minLength: 2, maxLength: 5 }),
      together: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("mixed" as const),
      point,
      readings: fc.array(fc.record({ value, ms: fc.option(fc.integer({ min: -3, max: 5 }), { nil: undefined }) }), {
        minLength: 1,
        maxLength: 6,
      }),
      together: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("clock" as const), strides: fc.integer({ min: 1, max: 50 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("clock" as const), strides: fc.integer({ min: -5_000, max: 5_000 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("clock" as const), strides: fc.integer({ min: -3, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const) }) },
);

const messageOf = (address: string, values: readonly number[], ts?: number): object[] =>
  values.map((each) => ({ ...(ts === undefined ? {} : { ts }), values: { [address]: each } }));

/** Times that were given may be some milliseconds off: which of several readings raised is not told apart. */
const rough = (instant: number | null): number | null => instant && Math.floor(instant / 500);
const roughly = (records: readonly ModelRecord[]): unknown[] =>
  records
    .map(({ raised, released, repeats }) => [rough(raised), rough(released), repeats])
    .sort((one, other) => Number(one[0]) - Number(other[0]));

const mixed = (point: "every" | "change", ...readings: [value: number, ms?: number][]): Event => ({
  ...{ kind: "mixed", point, together: false },
  readings: readings.map(([value, ms]) => ({ value, ms })),
});

/** Walks that were once stored, shown or judged wrongly. */
const onceWrong: Event[][] = [
  // Readings that tell the very times that were given to others, told again, and corrected behind a restart.
  ...(["every", "change"] as const).map((point): Event[] => [
    mixed(point, [limit], [limit + 1], [limit - 1]),
    mixed(point, [limit - 1, 1], [limit, 0], [limit, 0]),
    { kind: "restart" },
    mixed(point, [limit, 2], [limit + 1, 0]),
  ]),
  // A late reading in the millisecond of two that were given a time.
  [
    { kind: "burst", point: "every", values: [limit, limit - 1], together: false },
    { kind: "reading", point: "every", value: limit + 1, strides: -46 },
  ],
  // A reading without a time behind one that was a little ahead, over a restart.
  [
    { kind: "reading", point: "every", value: limit - 1, strides: 0 },
    { kind: "reading", point: "every", value: limit - 1, strides: undefined },
    { kind: "restart" },
    { kind: "reading", point: "every", value: limit + 1, strides: undefined },
  ],
  // A clock that is set back right after a restart, before the rule has seen a reading.
  [
    { kind: "reading", point: "every", value: limit - 1, strides: 0 },
    { kind: "restart" },
    { kind: "clock", strides: -1 },
    { kind: "reading", point: "every", value: limit + 1, strides: -2 },
    { kind: "reading", point: "every", value: limit - 1, strides: -2 },
  ],
  // A late reading behind a restart right after the only one that there was.
  [mixed("every", [limit - 1]), { kind: "restart" }, { kind: "reading", point: "every", value: limit + 1, strides: -1 }],
  // What an alarm's memory has from before the clock was set far back, over a restart.
  [
    { kind: "reading", point: "every", value: limit - 1, strides: -1 },
    { kind: "clock", strides: -182 },
    { kind: "reading", point: "every", value: limit, strides: -34 },
    { kind: "restart" },
    { kind: "clock", strides: 26 },
    { kind: "reading", point: "every", value: limit + 1, strides: 27 },
    { kind: "reading", point: "every", value: limit - 1, strides: -58 },
    { kind: "reading", point: "every", value: limit + 1, strides: -29 },
  ],
];

let runs = 0;
let finished = 0;
/** Of the engine that runs: until a minute has gone by it waits for devices to come back. */
let settling = { since: 0, done: false };

/** The engine looks at its clock every second by itself: what it would find then, it finds here. */
const look = async (model: ReadingsModel): Promise<void> => {
  settling.since = Math.min(settling.since, plant.now);
  settling.done ||= plant.now - settling.since >= 60_000;
  model.tick(plant.now, settling.done);
  await plant.tick();
};

test("acknowledged readings are stored, shown and judged as a plain walk through them says: late, early, repeated, without a time, over steps of the clock and restarts", async () => {
  settling = { since: plant.now, done: false };
  const until = performance.now() + longestMs;
  const least = onceWrong.length + leastOthers;
  await holds(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 40, size: "max" }), async (events) => {
      if (performance.now() > until && finished >= least) return;
      runs += 1;
      const id = `walk${runs}`;
      await plant.fleet.device(id, "north", { 1: "plant" });
      const rule = { recipe_id: "plant", point_id: "every", device_id: id };
      await plant.fleet.rule({ id: `high${runs}`, ...rule, a: limit });
      await plant.fleet.rule({ id: `silent${runs}`, ...rule, condition: "noData", a: silenceMinutes });
      const model = new ReadingsModel(plant.now);
      await plant.changed({ rules: [`high${runs}`, `silent${runs}`] });
      const sent: { point: "every" | "change"; value: number; ts: number }[] = [];
      for (const one of events) {
        if (one.kind === "restart") {
          await plant.restart();
          settling = { since: plant.now, done: false };
          model.restart(plant.now);
        } else if (one.kind === "clock") {
          plant.now += one.strides * stride;
        } else if (one.kind === "burst") {
          for (const each of one.values) model.reading(one.point, each, undefined, plant.now);
          const messages = messageOf(one.point, one.values);
          await plant.send(id, ...(one.together ? [messages] : messages));
        } else if (one.kind === "mixed") {
          const { point, together } = one;
          const readings = one.readings.map(({ value, ms }) => ({ value, ts: ms === undefined ? undefined : plant.now + ms }));
          for (const { value, ts } of readings) model.reading(point, value, ts, plant.now);
          for (const { value, ts } of readings) if (ts !== undefined) sent.push({ point, value, ts });
          const messages = readings.flatMap(({ value, ts }) => messageOf(point, [value], ts));
          await plant.send(id, ...(together ? [messages] : messages));
        } else {
          const known = one.kind === "again" ? sent[one.which % Math.max(1, sent.length)] : undefined;
          const ts =
            known?.ts ?? (one.kind === "reading" && one.strides !== undefined ? plant.now + one.strides * stride + between : undefined);
          const reading = known ?? (one.kind === "reading" ? one : undefined);
          if (reading) {
            if (ts !== undefined) sent.push({ point: reading.point, value: reading.value, ts });
            model.reading(reading.point, reading.value, ts, plant.now);
            await plant.send(id, ...messageOf(reading.point, [reading.value], ts));
          }
        }
        await look(model);
        for (const address of ["every", "change"] as const) {
          const newest = model.newest[address];
          expect(plant.latest(id, address)).toEqual(newest && { ts: newest.ts, value: newest.value });
        }
      }
      for (const address of ["every", "change"] as const) expect(await plant.history(id, address)).toEqual(model.history(address));
      const records = await plant.fleet.records();
      const ofRule = (ruleId: string): ModelRecord[] =>
        records
          .filter((record) => record.rule_id === ruleId)
          .map(({ raised_at, released_at, repeats }) => ({ raised: raised_at, released: released_at, repeats }));
      expect(roughly(ofRule(`high${runs}`))).toEqual(roughly(model.high.list));
      expect(roughly(ofRule(`silent${runs}`))).toEqual(roughly(model.silent.list));
      const faults = await plant.fleet.db.selectFrom("device_event").select("content").where("device_id", "=", id).execute();
      expect(faults.some(({ content }) => content.includes('"future"'))).toBe(model.ahead);
      await plant.fleet.db.deleteFrom("device").where("id", "=", id).execute();
      await plant.changed({ devices: [id] });
      finished += 1;
    }),
    { numRuns: 30, examples: onceWrong.map((events) => [events]) },
  );
  expect(finished).toBeGreaterThanOrEqual(least);
}, 120_000);
