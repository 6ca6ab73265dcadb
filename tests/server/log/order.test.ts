import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deviceUnitType } from "#contract/resources/deviceUnitType.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { user } from "#contract/resources/user.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

describe("the operation log", () => {
  let site: Site;
  let token: string;
  let clock = Date.UTC(2026, 0, 5, 8);
  beforeAll(async () => {
    site = await openSite({
      now: () => {
        clock += 1000;
        return clock;
      },
    });
    token = await site.signIn("admin", adminPassword);
  });
  afterAll(() => site.close());

  it("shows times in its own order, also of a call that began before others and ended after them", async () => {
    const slow = Array.from({ length: 3 }, (_, n) =>
      site.ask(user.calls.add_child, { account: `slow${n}`, userName: "S", password: "Kestrel72x", type: 1 }, { token }),
    );
    const quick = Array.from({ length: 6 }, (_, n) =>
      site.ask(deviceUnitType.calls.post, { name: `unit${n}`, symbol: `u${n}` }, { token }),
    );
    const answers = await Promise.all([...slow, ...quick]);
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0));
    const pages = await Promise.all(
      [1, 2].map((pageNo) => site.ask(deviceEvent.calls.query_user_event, { pageNo, pageSize: 5 }, { token })),
    );
    const rows = pages.flatMap(({ data }) => data.list);
    const times = rows.map(({ at }) => at);
    expect(times).toHaveLength(10);
    expect(times).toEqual(times.toSorted().reverse());
    const spans = rows.map(({ at, milliseconds }) => Date.parse(at) - milliseconds);
    // Some began out of order, so that the order is not that of their starts.
    expect(spans).not.toEqual(spans.toSorted((one, other) => other - one));
  });
});
