import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { AlarmEvent } from "#server/alarm/alarmEvent.ts";
import { alarmOf, type Desk, everyGrant, type Hall, openHall } from "./hall.ts";

const hidden = { zh: "报警涉及对您不可见的数据点", en: "The alarm is about a data point that is not visible to you" };
const template = "/api/device_data_recipe/put_body";

let hall: Hall;
let device: { id: string; companyPath: string };
const desks: Record<string, Desk> = {};
beforeAll(async () => {
  hall = await openHall();
  device = await hall.device("boiler", "north");
  const stamps = { created_at: 1, updated_at: 1, updated_by: "" };
  await hall.db
    .insertInto("recipe")
    .values({ id: "r", company_id: "north", name: "r", description: "", ...stamps })
    .execute();
  const point = {
    ...{ recipe_id: "r", name: "温度", name_en: "temperature", default_value: "", value_type: "number", unit: "", enumeration: "[]" },
    ...{ integer_digits: null, decimals: null, min: null, max: null, start_bit: null, end_bit: null },
    ...{ receive_formula: "", send_formula: "", store_mode: 0, display: 1, writable: 0, data_source: "", sort: 0 },
    ...{ updated_at: 1, updated_by: "" },
  };
  for (const auth of [0, 1, 2])
    await hall.db
      .insertInto("point")
      .values({ ...point, id: `point${auth}`, address: `${auth}`, auth })
      .execute();
  const people = { editor: [1, [...everyGrant, template]], clerk: [1, everyGrant], consumer: [3, everyGrant] } as const;
  for (const [id, [type, grants]] of Object.entries(people)) {
    const { token } = await hall.signIn(id, "north", grants, type);
    if (type === 3) await hall.db.insertInto("device_user").values({ device_id: device.id, user_id: id, state: 0, at: 0 }).execute();
    desks[id] = await hall.connect({ token, lang: id === "consumer" ? "en" : "zh" });
  }
});
afterAll(() => hall.close());

const until = (seen: () => void) => vi.waitFor(seen, { timeout: 8_000, interval: 10 });
const textsOf = (who: string): string[] =>
  (desks[who]?.received ?? []).flatMap((data) => (data.type === 0 ? [data.content.triggerText] : []));
const clear = (): void => {
  for (const { received, raw } of Object.values(desks)) {
    received.length = 0;
    raw.length = 0;
  }
};
const tell = (auth: number, more: { id?: string; kind?: AlarmEvent["kind"] } = {}) =>
  hall.realtime.alarm(alarmOf(device, { ...more, pointId: `point${auth}`, content: "锅炉 86" }));

describe("an alarm about a point", () => {
  it.each([
    [0, { editor: "锅炉 86", clerk: "锅炉 86", consumer: "Too hot" }],
    [1, { editor: "锅炉 86", clerk: hidden.zh, consumer: hidden.en }],
    [2, { editor: "锅炉 86", clerk: "锅炉 86", consumer: hidden.en }],
    [9, { editor: "锅炉 86", clerk: hidden.zh, consumer: hidden.en }],
  ] as const)("of auth %d is told in its words to who sees the point alone", async (auth, expected) => {
    clear();
    tell(auth);
    for (const [who, text] of Object.entries(expected)) await until(() => expect([who, textsOf(who)]).toEqual([who, [text]]));
  });

  it("that an app recipe in use keeps from end users is told to them without its words", async () => {
    const stamps = { created_at: 1, updated_at: 1, updated_by: "" };
    await hall.db
      .insertInto("app_recipe")
      .values({ id: "app", company_id: "north", recipe_id: "r", name: "App", ...stamps })
      .execute();
    clear();
    tell(0);
    await until(() => expect([textsOf("clerk"), textsOf("consumer")]).toEqual([["锅炉 86"], [hidden.en]]));
    await hall.db
      .insertInto("app_recipe_point")
      .values({ app_id: "app", point_id: "point0", place: 0, name: "", name_en: "", look: "value" })
      .execute();
    clear();
    tell(0);
    await until(() => expect([textsOf("clerk"), textsOf("consumer")]).toEqual([["锅炉 86"], ["Too hot"]]));
    await hall.db.deleteFrom("app_recipe").where("id", "=", "app").execute();
  });

  it("that is processed, and others beside it, are told in their order", async () => {
    clear();
    const events = Array.from({ length: 60 }, (_, place) => ({ id: `a${place}`, kind: "processed" }) as const);
    for (const [place, event] of events.entries()) tell(place % 3, event);
    for (const who of Object.keys(desks)) {
      await until(() => expect(textsOf(who)).toHaveLength(60));
      const told = desks[who]?.received.flatMap((data) => (data.type === 0 ? [data.content.id] : []));
      expect(told).toEqual(events.map(({ id }) => id));
    }
    expect(JSON.stringify(desks.consumer?.raw.filter((_, place) => place % 3 !== 0))).not.toMatch(/86|Too hot/);
  });
});

it("an alarm is told without its words where it cannot be known what its point is", async () => {
  clear();
  const broken = vi.spyOn(hall.db, "selectFrom").mockImplementation(() => {
    throw new Error("the database is away");
  });
  tell(0);
  await until(() => expect([textsOf("clerk"), textsOf("editor")]).toEqual([[hidden.zh], ["锅炉 86"]]));
  broken.mockRestore();
  tell(0);
  await until(() => expect(textsOf("clerk")).toEqual([hidden.zh, "锅炉 86"]));
});
