import { expect, it } from "vitest";
import { openMessageRecord } from "#server/wire/messageRecord.ts";

const open = () => {
  const clock = { at: 0 };
  const counted: string[] = [];
  const watched = new Set(["a", "b", "c"]);
  const record = openMessageRecord({
    now: () => 1_000_000 + clock.at,
    uptime: () => clock.at,
    watched: (id) => watched.has(id),
    told: () => undefined,
    counted: (id, direction, bytes, faulty) => counted.push(`${id} ${direction} ${bytes} ${faulty}`),
    limits: { perDevice: 3, perSecond: 5, bytes: 4000, head: 4, keptMs: 60_000 },
  });
  const say = (id: string, text = "12345678") =>
    record.up(id, { kind: "telemetry", place: "telemetry", payload: Buffer.from(text), outcome: "stored" });
  return { clock, counted, watched, record, say };
};

it("keeps the last of each device with the head of its bytes, and says how many came too fast", () => {
  const { clock, record, say } = open();
  for (let n = 0; n < 7; n += 1) say("a", `${n}2345678`);
  expect(record.skipped("a")).toBe(2);
  clock.at = 1000;
  say("a");
  expect(record.skipped("a")).toBe(0);
  expect(record.of("a").map(({ head, bytes, skipped }) => [head.toString(), bytes, skipped])).toEqual([
    ["1234", 8, 2],
    ["4234", 8, 0],
    ["3234", 8, 0],
  ]);
});

it("lets the device go that was silent longest where all of them take too much, and what is too old", () => {
  const { clock, record, say } = open();
  for (const id of ["a", "b", "c"]) for (let n = 0; n < 3; n += 1) say(id);
  expect(["a", "b", "c"].map((id) => record.of(id).length)).toEqual([3, 3, 3]);
  clock.at = 60_001;
  say("b");
  expect(["a", "b", "c"].map((id) => record.of(id).length)).toEqual([0, 3, 0]);
});

it("counts what nobody watches, records nothing of it, and forgets what is gone", () => {
  const { counted, record, say } = open();
  say("z");
  say("a");
  record.forget(["a"]);
  expect([record.of("z"), record.of("a"), counted]).toEqual([[], [], ["z up 8 false", "a up 8 false"]]);
});
