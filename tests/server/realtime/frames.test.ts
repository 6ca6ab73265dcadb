import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Hall, openHall } from "./hall.ts";

let hall: Hall;
beforeEach(async () => {
  hall = await openHall();
});
afterEach(() => hall.close());

it("cuts a stranger who answers pings that nobody sent, below socket.io", async () => {
  const stranger = await hall.dial("nobody");
  stranger.send(Array<string>(5_000).fill(""), 10);
  await vi.waitFor(() => expect(stranger.closed()).toBe(true), { timeout: 20_000 });
  expect(hall.logged.filter(({ msg }) => /^connection closed/.test(msg))).toHaveLength(1);
});
