import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { generate } from "mqtt-packet";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Served, Turns } from "#server/kit/turns.ts";
import { PacketRate, packetLimits } from "#server/wire/packetRate.ts";
import { addDevice, addTemplate, connectDevice, sendTelemetry } from "#tests/server/fleet.ts";
import { adminPassword, openSite } from "#tests/server/site.ts";
import { closed, gate, site } from "./brokerSite.ts";

const ping = Buffer.from([0xc0, 0]);
const connectPacket = (sn: string, password = `secret-${sn}`): Buffer =>
  generate({ cmd: "connect", clientId: sn, username: sn, password: Buffer.from(password), clean: true, keepalive: 0 });
const publishPacket = (sn: string, payload: string | Buffer, messageId = 1): Buffer =>
  generate({ cmd: "publish", topic: `gw/${sn}/telemetry`, payload, qos: 1, messageId, retain: false, dup: false });
const subscribePacket = (sn: string): Buffer =>
  generate({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: `gw/${sn}/command`, qos: 1 }] });

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const dial = async (port: number, sn: string, behind: Buffer = Buffer.alloc(0), password?: string): Promise<Socket> => {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(Buffer.concat([connectPacket(sn, password), behind]));
  return socket;
};

/** Reads what comes back; answers how many PINGRESP there were. CONNACK has four bytes, PINGRESP two. */
const answersOf = (socket: Socket): (() => number) => {
  let bytes = 0;
  socket.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
  });
  return () => Math.max(0, bytes - 4) / 2;
};

/** The longest that the event loop was not there for others, in milliseconds, until the work ends. */
const longestAbsence = async (work: Promise<unknown>): Promise<number> => {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  await work;
  clearInterval(timer);
  return longest;
};

describe("a device that floods", () => {
  test("with PINGREQ is heard slowly, and closed and noted when it goes on", async () => {
    const { broker, events, device } = await site(
      {},
      { packets: { perSecond: 100_000, burst: 1000, bytesAsPacket: 1024, idleWeight: 10, idlePerMinute: 5000 } },
    );
    const flooder = await dial(broker.port, "A1", Buffer.alloc(2_000_000, ping));
    const gone = closed(flooder);
    flooder.resume();
    const honest = await device("A2");
    const absent = await longestAbsence(gone);
    expect(absent).toBeLessThan(500);
    await honest.publishAsync("gw/A2/event", "1", { qos: 1 });
    await vi.waitFor(() => expect(events).toContain("A1 A1 disconnected"));
    expect(events).toContain("id-A1 refused for its flood:  0");
    expect(broker.stats()).toMatchObject({ flooded: 1, connections: 1 });
  });

  test("has its turn and no more where nothing else holds it: twenty send 200,000 packets each, and another is acknowledged before they were taken", async () => {
    const limits = { ...packetLimits, perSecond: 1e9, burst: 1e9, idleWeight: 1, idlePerMinute: Number.POSITIVE_INFINITY };
    const { broker, device } = await site({}, { packets: limits });
    const honest = await device("A2");
    const flooders = await Promise.all(Array.from({ length: 20 }, (_, n) => dial(broker.port, `F${n}`, Buffer.alloc(400_000, ping))));
    const counts = flooders.map(answersOf);
    const answered = (): number => counts.reduce((sum, count) => sum + count(), 0);
    await vi.waitFor(() => expect(counts.filter((count) => count() === 0)).toEqual([]), { timeout: 20_000 });
    for (let n = 0; n < 5; n += 1) await honest.publishAsync("gw/A2/event", "1", { qos: 1 });
    expect(answered()).toBeLessThan(4_000_000);
    expect(broker.stats()).toMatchObject({ flooded: 0, connections: 21 });
  });

  test("is slow by the limits as they come, while another is acknowledged and the server says that it is well", async () => {
    const at = await openSite();
    try {
      const token = await at.signIn("admin", adminPassword);
      const { recipeId } = await addTemplate(at, token, "Plain", [{ name: "N", address: "n", valueType: "float64", storeMode: 1 }]);
      for (const sn of ["FLOOD-1", "HONEST-1"]) await addDevice(at, token, { sn, recipeId });
      const honest = await connectDevice(at, "HONEST-1");
      const flooder = await dial(at.gatehouse.mqttPort, "FLOOD-1", Buffer.alloc(2_000_000, ping), "devicepw");
      const answered = answersOf(flooder);
      await vi.waitFor(() => expect(answered()).toBeGreaterThan(0));
      await sendTelemetry(honest, "HONEST-1", { values: { n: 1 } });
      expect((await fetch(`${at.base}/healthz`)).status).toBe(200);
      await sendTelemetry(honest, "HONEST-1", { values: { n: 2 } });
      // It is not through, and was not closed: of a million packets as many were taken as a minute allows at the most.
      expect(answered()).toBeLessThan(packetLimits.idlePerMinute);
      expect(flooder.closed).toBe(false);
      await honest.endAsync();
    } finally {
      await at.close();
    }
  });

  test("with SUBSCRIBE is closed as well", async () => {
    const { broker, events } = await site(
      {},
      { packets: { perSecond: 100_000, burst: 1000, bytesAsPacket: 1024, idleWeight: 10, idlePerMinute: 500 } },
    );
    const flooder = await dial(broker.port, "A1", Buffer.concat(Array<Buffer>(3000).fill(subscribePacket("A1"))));
    const gone = closed(flooder);
    flooder.resume();
    await gone;
    await vi.waitFor(() => expect(events).toContain("A1 A1 disconnected"));
    expect(events).toContain("id-A1 refused for its flood:  0");
  });

  test("with messages is slowed to its rate and loses none", async () => {
    const { broker, events } = await site(
      {},
      { packets: { perSecond: 1000, burst: 100, bytesAsPacket: 1_000_000, idleWeight: 1, idlePerMinute: 10 } },
    );
    const began = performance.now();
    const socket = await dial(broker.port, "A1", Buffer.concat(Array.from({ length: 600 }, (_, n) => publishPacket("A1", `${n}`, n + 1))));
    let acknowledged = 0;
    socket.on("data", (chunk: Buffer) => {
      acknowledged += chunk.length;
    });
    // CONNACK and PUBACK have four bytes each.
    await vi.waitFor(() => expect(acknowledged).toBe(4 * 601), { timeout: 10_000 });
    expect(performance.now() - began).toBeGreaterThan(400);
    expect(events.slice(1)).toEqual(Array.from({ length: 600 }, (_, n) => `id-A1 telemetry ${n}`));
  });

  test("holds neither calls nor other devices' acknowledgements while its messages cost much", async () => {
    const busy = (milliseconds: number) => {
      const end = performance.now() + milliseconds;
      while (performance.now() < end);
    };
    const { broker, device } = await site({
      received: async ({ sn }) => {
        if (sn !== "A2") busy(0.2);
      },
    });
    for (let n = 0; n < 30; n += 1) {
      const sn = `F${n}`;
      (await dial(broker.port, sn, Buffer.concat(Array.from({ length: 200 }, (_, at) => publishPacket(sn, "{}", at + 1))))).resume();
    }
    const honest = await device("A2");
    let slowest = 0;
    const asking = (async () => {
      while (broker.stats().received < 6000) {
        const began = performance.now();
        await honest.publishAsync("gw/A2/telemetry", "1", { qos: 1 });
        slowest = Math.max(slowest, performance.now() - began);
      }
    })();
    const absent = await longestAbsence(asking);
    expect(absent).toBeLessThan(500);
    expect(slowest).toBeLessThan(1000);
  });
});

describe("a device that does not read", () => {
  test("holds up no other: 200 of them, commands to each, and 20,000 messages of others", { timeout: 60_000 }, async () => {
    const { broker, device } = await site({}, { maxUnsent: 100_000 });
    const deaf = Array.from({ length: 200 }, (_, n) => `D${n}`);
    for (const sn of deaf) {
      const socket = await dial(broker.port, sn, subscribePacket(sn));
      socket.pause();
    }
    const reader = await device("R1");
    await reader.subscribeAsync("gw/R1/command", { qos: 1 });
    let got = 0;
    reader.on("message", () => {
      got += 1;
    });
    await vi.waitFor(async () =>
      expect(await Promise.all(deaf.map((sn) => broker.publish(sn, "command", "{}")))).not.toContain("unsubscribed"),
    );
    const outcomes = new Map<string, number>();
    const command = "x".repeat(50_000);
    for (let n = 0; n < 150; n += 1) {
      for (const sn of deaf)
        void broker.publish(sn, "command", command).then((outcome) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
    }
    await vi.waitFor(() => expect(outcomes.get("stalled")).toBeGreaterThan(1000));
    const publishers = await Promise.all(Array.from({ length: 10 }, (_, n) => device(`P${n}`)));
    await Promise.all(
      publishers.flatMap((publisher, n) =>
        Array.from({ length: 2000 }, (_, at) => publisher.publishAsync(`gw/P${n}/telemetry`, `${at}`, { qos: 1 })),
      ),
    );
    for (let n = 0; n < 100; n += 1) expect(await broker.publish("R1", "command", `${n}`)).toBe("taken");
    await vi.waitFor(() => expect(got).toBe(100));
    expect(broker.stats()).toMatchObject({ received: 20_000, waiting: 0 });
  });

  test("is told apart from one that is away, and closed after a while", async () => {
    const { broker } = await site({}, { maxUnsent: 200_000, drainTimeoutMs: 1000 });
    const socket = await dial(broker.port, "A1", subscribePacket("A1"));
    socket.pause();
    await vi.waitFor(async () => expect(await broker.publish("A1", "command", "{}")).toBe("taken"));
    // The system's own buffers take some megabytes.
    let handed = 0;
    let outcome = "";
    while (outcome !== "stalled" && handed < 1000) {
      const taken = broker.publish("A1", "command", "x".repeat(60_000));
      outcome = await Promise.race([taken, new Promise<string>((resolve) => setTimeout(resolve, 5, "waits"))]);
      handed += 1;
    }
    expect(outcome).toBe("stalled");
    await vi.waitFor(() => expect(broker.isConnected("A1")).toBe(false), { timeout: 5000 });
  });
});

describe("turns", () => {
  const served = (heavy: boolean, serve: () => void): Served => ({ heavy, serve });

  test("go round, three of those that ask for little for one that takes much", async () => {
    const turns = new Turns(1000);
    const order: string[] = [];
    const done = gate();
    const worker = (name: string, heavy: boolean, times: number): Served => {
      let left = times;
      const own = served(heavy, () => {
        order.push(name);
        left -= 1;
        if (left > 0) turns.askLater(own);
        if (order.length === 10) done.open();
      });
      return own;
    };
    turns.askLater(worker("flood", true, 4));
    for (const name of ["a", "b", "c"]) turns.askLater(worker(name, false, 2));
    await done.opened;
    expect(order).toEqual(["a", "b", "c", "flood", "a", "b", "c", "flood", "flood", "flood"]);
  });

  test("end in time, what a portion brings about included", async () => {
    const turns = new Turns(5);
    const perTurn = [0];
    let left = 50;
    const done = gate();
    const own = served(false, () => {
      perTurn.push((perTurn.pop() ?? 0) + 1);
      left -= 1;
      queueMicrotask(() => {
        const end = performance.now() + 2;
        while (performance.now() < end);
      });
      if (left > 0) turns.askLater(own);
      else done.open();
    });
    const count = (): void => {
      perTurn.push(0);
      if (left > 0) setImmediate(count);
    };
    turns.askLater(own);
    setImmediate(count);
    await done.opened;
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(5);
    expect(perTurn.length).toBeGreaterThan(10);
  });

  test("leave out those that take much while they are paused", async () => {
    const turns = new Turns(5);
    const order: string[] = [];
    turns.paused = true;
    turns.ask(served(true, () => order.push("flood")));
    turns.askLater(served(false, () => order.push("plain")));
    await vi.waitFor(() => expect(order).toEqual(["plain"]));
    turns.paused = false;
    await vi.waitFor(() => expect(order).toEqual(["plain", "flood"]));
  });
});

test("a packet counts more the longer it is, and what carries nothing counts most", () => {
  const rate = new PacketRate({ perSecond: 100, burst: 100, bytesAsPacket: 1000, idleWeight: 10, idlePerMinute: 15 }, 0);
  expect(rate.count(50, 0, 40_000, 0)).toBe(true);
  expect(rate.wait(0)).toBe(0);
  expect(rate.count(5, 5, 0, 0)).toBe(true);
  expect(rate.wait(0)).toBe(400);
  expect(rate.wait(400)).toBe(0);
  expect(rate.count(10, 10, 0, 59_000)).toBe(true);
  expect(rate.count(1, 1, 0, 59_000)).toBe(false);
  expect(rate.count(15, 15, 0, 60_000)).toBe(true);
});
