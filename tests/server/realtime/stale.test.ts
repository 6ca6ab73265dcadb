import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChangeOf } from "#server/changes/changes.ts";
import { type Desk, type Hall, openHall } from "./hall.ts";

let hall: Hall;
beforeEach(async () => {
  hall = await openHall();
});
afterEach(() => hall.close());

const roles = ["/api/role/put", "/api/device/query"];
const changed = (resources: string[], page = ""): ChangeOf<"records"> => ({ kind: "records", resources, companyIds: ["north"], page });
const heard = (desk: Desk): string[][] => {
  const all: string[][] = [];
  desk.socket.on("stale", (resources: string[]) => void all.push(resources));
  return all;
};
const until = (seen: () => void) => vi.waitFor(seen, { timeout: 8_000, interval: 10 });

describe("a page that shows what another one changed", () => {
  it("hears of it at and above the organisation, not beside it, and only of what it may ask for", async () => {
    const above = await hall.connect({ token: (await hall.signIn("root", "root", roles)).token });
    const inside = await hall.connect({ token: (await hall.signIn("ann", "north", roles)).token });
    const beside = await hall.connect({ token: (await hall.signIn("bob", "south", roles)).token });
    const blind = await hall.connect({ token: (await hall.signIn("cid", "north", ["/api/device/query"])).token });
    const told = [above, inside, beside, blind].map(heard);
    await hall.realtime.recordsChanged(changed(["role", "user"]));
    await until(() => expect(told).toEqual([[["role"]], [["role"]], [], []]));
    await hall.realtime.recordsChanged({ ...changed(["device"]), companyIds: "everybody" });
    await until(() => expect(told).toEqual([[["role"], ["device"]], [["role"], ["device"]], [["device"]], [["device"]]]));
  });

  it("hears of what organisations below share, too", async () => {
    const inside = await hall.connect({ token: (await hall.signIn("ann", "north", roles)).token });
    const beside = await hall.connect({ token: (await hall.signIn("bob", "south", roles)).token });
    const told = [inside, beside].map(heard);
    await hall.realtime.recordsChanged({ ...changed(["role"]), companyIds: ["root"] });
    await hall.realtime.recordsChanged({ ...changed(["device"]), companyIds: ["root"], below: true });
    await until(() => expect(told).toEqual([[["device"]], [["device"]]]));
    await hall.realtime.recordsChanged({ ...changed(["role"]), below: true });
    await until(() => expect(told).toEqual([[["device"], ["role"]], [["device"]]]));
  });

  it("hears of what another page of its own session changed, and not of what it changed itself", async () => {
    const { token } = await hall.signIn("ann", "north", roles);
    const told = [await hall.connect({ token, page: "one" }), await hall.connect({ token, page: "two" })].map(heard);
    await hall.realtime.recordsChanged(changed(["role"], "one"));
    await until(() => expect(told).toEqual([[], [["role"]]]));
    await hall.realtime.recordsChanged(changed(["device"]));
    await until(() => expect(told).toEqual([[["device"]], [["role"], ["device"]]]));
  });

  it("hears of what is its own user's alone, without any grant, and nobody else does", async () => {
    const own = await hall.signIn("ann", "north", []);
    const pages = [own.token, (await hall.signIn("bob", "north", roles)).token, (await hall.signIn("root", "root", roles)).token];
    const told: string[][][] = [];
    for (const token of pages) told.push(heard(await hall.connect({ token })));
    await hall.realtime.recordsChanged({ ...changed(["job"]), companyIds: [], userId: "ann" });
    await hall.realtime.recordsChanged({ ...changed(["device"]), companyIds: "everybody" });
    await until(() => expect(told).toEqual([[["job"]], [["device"]], [["device"]]]));
  });

  it("hears of the first at once and of what follows together", async () => {
    const desk = await hall.connect({ token: (await hall.signIn("ann", "north", roles)).token });
    const told = heard(desk);
    for (const resources of [["role"], ["device"], ["role"], ["device"]]) await hall.realtime.recordsChanged(changed(resources));
    await until(() => expect(told).toEqual([["role"], ["device", "role"]]));
  });
});
