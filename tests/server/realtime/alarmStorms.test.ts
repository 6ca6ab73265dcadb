import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AlarmEvent } from "#server/alarm/alarmEvent.ts";
import type { AlarmNotice } from "#server/realtime/alarmNotice.ts";
import { openAlarmStorms } from "#server/realtime/alarmStorms.ts";
import { holds } from "#tests/property.ts";
import { alarmOf, type Hall, openHall } from "./hall.ts";
import { until } from "./seen.ts";

interface Asked {
  device?: string;
  rule?: string;
  level?: number;
  kind?: "raised" | "released";
}

const north = "root/north/";
const event = (id: string, { device = "d", rule = "r", level = 1, kind = "raised" }: Asked = {}): AlarmEvent => {
  const plain = alarmOf({ id: device, companyPath: north }, { id, level, kind });
  return { ...plain, record: { ...plain.record, rule_id: rule } };
};
/** What each notice counts in the end: gathered ones by what they gather, the others by their record. */
const counts = (notices: readonly Pick<AlarmNotice, "event" | "count" | "gathering">[]) =>
  new Map(notices.map(({ event: { record }, count, gathering = record.id }) => [gathering, count]));
const sum = (numbers: Iterable<number>): number => [...numbers].reduce((whole, one) => whole + one, 0);

describe("a storm of alarms", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const open = () => {
    const told: Record<string, AlarmNotice[]> = {};
    const storms = openAlarmStorms({
      uptime: () => performance.now(),
      scopes: ({ companyPath }) => ["root/", companyPath],
      covers: (scope, { companyPath }) => companyPath.startsWith(scope),
      tell(scope, notice) {
        told[scope] = [...(told[scope] ?? []), notice];
      },
    });
    return { storms, told, of: (scope: string) => told[scope] ?? [] };
  };
  const briefly = (notices: readonly AlarmNotice[]) =>
    notices.map(({ event: { kind, record }, count, severalRules = false }) => [record.id, kind, count, severalRules]);

  it("is told one by one at first, then as one notice that grows, and by itself again once it is over", () => {
    const { storms, of } = open();
    for (let n = 0; n < 5; n += 1) storms.take(event(`a${n}`));
    expect(briefly(of(north))).toEqual([
      ["a0", "raised", 1, false],
      ["a1", "raised", 1, false],
    ]);
    vi.advanceTimersByTime(250);
    for (let n = 5; n < 9; n += 1) storms.take(event(`a${n}`, { rule: n === 8 ? "other" : "r" }));
    vi.advanceTimersByTime(250);
    expect(briefly(of(north)).slice(2)).toEqual([
      ["a4", "raised", 3, false],
      ["a8", "raised", 7, true],
    ]);
    expect(new Set(of(north).map(({ gathering }) => gathering)).size).toBe(2);
    vi.advanceTimersByTime(3_000);
    storms.take(event("later"));
    expect(of(north).at(-1)).toEqual({ event: event("later"), count: 1 });
  });

  it("tells the end of what it told by itself by itself, whatever else ends", () => {
    const { storms, of } = open();
    for (let n = 0; n < 50; n += 1) storms.take(event(`a${n}`));
    for (let n = 0; n < 50; n += 1) storms.take(event(`a${n}`, { kind: "released" }));
    vi.advanceTimersByTime(250);
    expect(briefly(of(north))).toEqual([
      ["a0", "raised", 1, false],
      ["a1", "raised", 1, false],
      ["a0", "released", 1, false],
      ["a1", "released", 1, false],
      ["a49", "raised", 48, false],
      ["a49", "released", 48, false],
    ]);
  });

  it("names one that sounds where one does", () => {
    const { storms, of } = open();
    for (let n = 0; n < 6; n += 1) storms.take({ ...event(`a${n}`), late: n !== 3 });
    vi.advanceTimersByTime(250);
    expect(of(north).at(-1)?.event.record.id).toBe("a3");
  });

  it("says nothing more of a device to those who do not see it any more", () => {
    const { storms, of } = open();
    for (let n = 0; n < 10; n += 1) storms.take(event(`a${n}`, { device: n % 2 === 0 ? "goes" : "stays" }));
    expect([storms.has("goes"), storms.has("stays"), storms.has("other")]).toEqual([true, true, false]);
    storms.moved("goes", "root/south/");
    vi.advanceTimersByTime(250);
    expect(briefly(of(north)).at(-1)).toEqual(["a9", "raised", 4, false]);
    expect(briefly(of("root/")).at(-1)).toEqual(["a9", "raised", 8, false]);
    for (const id of ["b", "c"]) storms.take(event(id, { device: "goes" }));
    storms.moved("goes", undefined);
    vi.advanceTimersByTime(5_000);
    expect([counts(of(north)), counts(of("root/"))].map((all) => sum(all.values()))).toEqual([6, 10]);
  });

  it("leaves nothing out, and is ten notices at the most as long as it lasts", () => {
    const step = fc.record({
      level: fc.nat(3),
      kind: fc.constantFrom("raised" as const, "released" as const),
      rule: fc.constantFrom("r", "s"),
      after: fc.nat(900),
    });
    holds(
      fc.property(fc.array(step, { minLength: 20, maxLength: 200 }), (steps) => {
        const { storms, of } = open();
        // What is there at once begins it; from then on no pause is long enough to end it.
        for (let n = 0; n < 4; n += 1) storms.take(event(`first${n}`));
        for (const [n, { after, ...asked }] of steps.entries()) {
          storms.take(event(`a${n}`, asked));
          vi.advanceTimersByTime(after);
        }
        vi.advanceTimersByTime(10_000);
        const notices = counts(of(north));
        expect(sum(notices.values())).toBe(steps.length + 4);
        expect(notices.size).toBeLessThanOrEqual(10);
      }),
    );
  });
});

describe("a storm on the socket", () => {
  let hall: Hall;
  beforeEach(async () => {
    hall = await openHall();
  });
  afterEach(() => hall.close());

  it("counts for each what its organisation, rights and switches let it see", async () => {
    const [inNorth, inSouth] = [await hall.device("d", "north"), await hall.device("e", "south")];
    const chief = await hall.connect({ token: (await hall.signIn("chief", "root")).token });
    const ann = await hall.connect({ token: (await hall.signIn("ann", "north")).token });
    const blind = await hall.connect({ token: (await hall.signIn("blind", "root", ["/api/device/query"])).token });
    const { token } = await hall.signIn("calm", "north");
    await hall.db.insertInto("alarm_switch").values({ user_id: "calm", level: 1, notice: 0, sound: 0 }).execute();
    const calm = await hall.connect({ token });
    for (let n = 0; n < 600; n += 1)
      hall.realtime.alarm(alarmOf(n % 3 === 0 ? inSouth : inNorth, { id: `a${n}`, level: n % 2 === 0 ? 1 : 3 }));
    const heard = (desk: typeof chief) => desk.received.flatMap(({ type, content }) => (type === 0 ? [content] : []));
    const told = (desk: typeof chief) => new Map(heard(desk).map(({ id, count, gathering = id }) => [gathering, count]));
    for (const [desk, alarms] of [
      [chief, 600],
      [ann, 400],
      [calm, 200],
    ] as const)
      await until(() => expect(sum(told(desk).values())).toBe(alarms));
    expect([chief, ann, calm].map((desk) => told(desk).size)).toEqual([4, 4, 2]);
    expect(new Set(heard(calm).map(({ level }) => level))).toEqual(new Set([3]));
    expect(heard(blind)).toEqual([]);
  });
});
