import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, type Hall, openHall } from "./hall.ts";

const most = 50;

describe("subscriptions of one socket", () => {
  let hall: Hall;
  let desk: Desk;
  let token = "";
  beforeAll(async () => {
    hall = await openHall();
    for (let n = 0; n <= most; n += 1) await hall.device(`d${n}`, "north");
    ({ token } = await hall.signIn("ann", "north"));
    desk = await hall.connect({ token });
  });
  afterAll(() => hall.close());

  it("are fifty: the next one is refused until one is given up, and one that is held may be asked for again", async () => {
    const answers: number[] = [];
    for (let n = 0; n < most; n += 1) answers.push(await desk.subscribe(`d${n}`));
    expect(answers).toEqual(answers.map(() => 0));
    expect(hall.realtime.stats()).toMatchObject({ subscriptions: most });
    expect(await desk.subscribe(`d${most}`)).toBe(429);
    expect(await desk.subscribe("d0")).toBe(0);
    const other = await hall.connect({ token });
    expect(await other.subscribe(`d${most}`)).toBe(0);
    expect(await desk.unsubscribe("d7")).toBe(0);
    expect(await desk.subscribe(`d${most}`)).toBe(0);
    expect(await desk.subscribe("d7")).toBe(429);
  });

  it("that were refused take no place", async () => {
    const fresh = await hall.connect({ token });
    for (let n = 0; n < most; n += 1) await fresh.subscribe(`missing${n}`);
    expect(await fresh.subscribe("d1")).toBe(0);
  });
});
