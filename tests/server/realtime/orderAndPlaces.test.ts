import { expect, it, vi } from "vitest";
import { openTraffic } from "#server/realtime/traffic.ts";
import { alarmOf, openHall } from "./hall.ts";

it("counts no page that was let in among the strangers of its address, however many offices sign in behind one", () => {
  const traffic = openTraffic({ write: () => undefined, flush: () => undefined });
  const isLetIn = (token: string): boolean => {
    const request = { url: `/socket.io/?token=${token}` } as never;
    const admitted = traffic.admits(request, "10.0.0.1");
    traffic.letIn({ request } as never, { id: token, token });
    return admitted;
  };
  const pages = Array.from({ length: 1_000 }, (_, n) => isLetIn(`token${n}`));
  expect(pages.filter((admitted) => !admitted)).toHaveLength(0);
});

it("tells an alarm of a device behind one of its points that came before, to who may not see every point", async () => {
  const hall = await openHall();
  try {
    const device = await hall.device("d", "north");
    const { token } = await hall.signIn("ann", "north");
    const desk = await hall.connect({ token });
    hall.realtime.alarm(alarmOf(device, { id: "hot", pointId: "gone" }));
    hall.realtime.alarm(alarmOf(device, { id: "away" }));
    const told = () => desk.received.flatMap(({ type, content }) => (type === 0 ? [content.id] : []));
    await vi.waitFor(() => expect(told()).toHaveLength(2), { timeout: 8_000 });
    expect(told()).toEqual(["hot", "away"]);
  } finally {
    await hall.close();
  }
});
