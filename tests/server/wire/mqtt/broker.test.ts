import { generate } from "mqtt-packet";
import { describe, expect, test, vi } from "vitest";
import { NotStored } from "#server/wire/transport.ts";
import { closed, gate, raw, site, subscribe } from "./brokerSite.ts";

describe("messages from devices", () => {
  test("arrive with QoS 0, 1 and 2 and lose their retain flag", async () => {
    const { device, events, broker } = await site();
    const client = await device("A1");
    await client.publishAsync("gw/A1/telemetry", "0", { qos: 0 });
    await client.publishAsync("gw/A1/location", "1", { qos: 1, retain: true });
    for (let i = 0; i < 1100; i += 1) await client.publishAsync("gw/A1/command/reply", "2", { qos: 2 });
    expect(events.slice(1, 4)).toEqual(["id-A1 telemetry 0", "id-A1 location 1 retained", "id-A1 command/reply 2"]);
    expect(broker.stats()).toMatchObject({ received: 1102, waiting: 0 });
  });

  test("are acknowledged only when they are stored", async () => {
    const stored = gate();
    const { device, broker } = await site({ received: () => stored.opened });
    const client = await device("A1");
    let acknowledged = false;
    const publishing = client.publishAsync("gw/A1/telemetry", "1", { qos: 1 }).then(() => {
      acknowledged = true;
    });
    await vi.waitFor(() => expect(broker.stats().waiting).toBe(1));
    // The answered subscription shows that the connection has come past the message.
    await subscribe(client, "gw/A1/command");
    expect(acknowledged).toBe(false);
    stored.open();
    await publishing;
  });

  test("close the connection when they cannot be stored", async () => {
    const { device, events } = await site({ received: () => Promise.reject(new NotStored("disk full")) });
    const client = await device("A1");
    const gone = closed(client);
    client.publish("gw/A1/telemetry", "1", { qos: 1 });
    await gone;
    expect(events.join()).not.toContain("failed");
  });

  test("are acknowledged when the handler throws at them, once that is noted, and those behind them arrive", async () => {
    const kept: string[] = [];
    const { device, events, broker } = await site({
      received: async (_session, _kind, payload) => {
        if (payload.toString() === "deep") throw new RangeError("Maximum call stack size exceeded");
        kept.push(payload.toString());
      },
    });
    const client = await device("A1");
    for (const qos of [0, 1, 2] as const) await client.publishAsync("gw/A1/event", "deep", { qos });
    await client.publishAsync("gw/A1/event", "plain", { qos: 1 });
    expect(kept).toEqual(["plain"]);
    expect(events.slice(1)).toEqual(Array(3).fill("id-A1 event failed: Maximum call stack size exceeded"));
    expect(broker.stats()).toMatchObject({ dropped: 3, waiting: 0 });
    expect(client.connected).toBe(true);
  });

  test("stay unacknowledged when it cannot even be noted that the handler threw", async () => {
    const { device } = await site({
      received: () => Promise.reject(new Error("handler")),
      failed: () => Promise.reject(new Error("disk full")),
    });
    const client = await device("A1");
    const gone = closed(client);
    client.publish("gw/A1/telemetry", "1", { qos: 1 });
    await gone;
  });

  test.each(["gw/A2/telemetry", "gw/A1/command", "gw/A1/other", "$SYS/broker/connection/site.bridge/state", "/", "of 301 levels"])(
    "on the foreign topic %s are acknowledged and dropped, with any quality of service",
    async (named) => {
      const topic = named === "of 301 levels" ? "l/".repeat(300) : named;
      const { device, events, logged, broker } = await site();
      const client = await device("A1");
      for (const qos of [0, 1, 2] as const) await client.publishAsync(topic, "12345", { qos, retain: true });
      await client.publishAsync("gw/A1/telemetry", "own", { qos: 1 });
      const refused = `id-A1 refused for its topic: ${topic} 5`;
      expect(events).toEqual(["A1 c-A1 connected", refused, refused, refused, "id-A1 telemetry own"]);
      expect(logged.filter((line) => line.includes("publishing refused"))).toHaveLength(1);
      expect(broker.stats()).toMatchObject({ refusedTopics: 3, dropped: 3, received: 1 });
    },
  );

  test("that are too long are acknowledged and dropped without being collected", async () => {
    const { device, broker, events } = await site();
    const client = await device("A1");
    await client.publishAsync("gw/A1/event", "x".repeat(65_536), { qos: 1 });
    events.length = 0;
    for (const qos of [0, 1, 2] as const)
      for (const bytes of [65_537, 70_000, 3_000_000]) await client.publishAsync("gw/A1/telemetry", "x".repeat(bytes), { qos });
    await client.publishAsync("gw/A1/event", "behind", { qos: 1 });
    const refused = (bytes: number) => `id-A1 refused for its size: gw/A1/telemetry ${bytes}`;
    expect(events).toEqual([
      ...Array.from({ length: 3 }, () => [refused(65_537), refused(70_000), refused(3_000_000)]).flat(),
      "id-A1 event behind",
    ]);
    expect(broker.stats()).toMatchObject({ received: 2, oversize: 9, dropped: 9 });
  });

  test("close the connection only when they break the protocol", async () => {
    const { device, broker, logged } = await site();
    for (const topic of ["gw/A1/#", "gw/+/event"]) {
      const client = await device("A1");
      const gone = closed(client);
      client.stream.write(generate({ cmd: "publish", topic, payload: "1", qos: 0, retain: false, dup: false }));
      await gone;
    }
    const socket = await raw(broker);
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]));
    await closed(socket);
    expect(logged.join()).toContain("packet is too long");
    expect(broker.stats()).toMatchObject({ oversize: 1 });
  });

  test("that follow the CONNECT at once all arrive, however many they are", async () => {
    const { broker, events } = await site();
    const socket = await raw(broker);
    const connect = generate({
      cmd: "connect",
      clientId: "a",
      username: "A1",
      password: Buffer.from("secret-A1"),
      clean: true,
      keepalive: 0,
    });
    const message = generate({ cmd: "publish", topic: "gw/A1/event", payload: "1", qos: 0, retain: false, dup: false });
    socket.write(Buffer.concat([connect, ...Array<Buffer>(500).fill(message)]));
    await vi.waitFor(() => expect(events.length).toBe(501));
  });

  test("of QoS 2 arrive also when a client sends thousands before it releases the first", async () => {
    const { device, events } = await site();
    const client = await device("A1");
    await Promise.all(Array.from({ length: 3000 }, (_, n) => client.publishAsync("gw/A1/event", `${n}`, { qos: 2 })));
    expect(new Set(events.slice(1)).size).toBe(3000);
  });

  test("are not lost when the device leaves right behind them", async () => {
    const stored = gate();
    const { device, events, broker } = await site({ received: () => stored.opened });
    const client = await device("A1");
    for (let i = 0; i < 20; i += 1) client.publish("gw/A1/telemetry", `${i}`, { qos: 0 });
    await client.endAsync();
    await vi.waitFor(() => expect(broker.stats().received).toBe(20));
    stored.open();
    await vi.waitFor(() => expect(events.at(-1)).toBe("A1 c-A1 disconnected"));
  });

  test("stop being read while too many of them wait", async () => {
    const stored = gate();
    const { device, broker } = await site({ received: () => stored.opened }, { maxWaiting: 4 });
    const client = await device("A1");
    const other = await device("A2");
    const publishing: Promise<unknown>[] = [];
    for (let i = 0; i < 100; i += 1) {
      publishing.push(client.publishAsync("gw/A1/telemetry", `${i}`, { qos: 1 }));
      // The other device's round trip gives the broker time to read each message by itself, if it would.
      await subscribe(other, "gw/A2/ota");
      await other.unsubscribeAsync("gw/A2/ota");
    }
    expect(broker.stats().waiting).toBeGreaterThanOrEqual(4);
    expect(broker.stats().waiting).toBeLessThan(20);
    stored.open();
    await Promise.all(publishing);
    expect(broker.stats()).toMatchObject({ received: 100, waiting: 0 });
  });

  test("stop being read while a quarter of a megabyte of them waits, so that a few devices cannot hold up all others", async () => {
    const stored = gate();
    const { device, broker } = await site({ received: () => stored.opened });
    const client = await device("A1");
    const publishing = Array.from({ length: 40 }, () => client.publishAsync("gw/A1/event", "z".repeat(60_000), { qos: 1 }));
    await vi.waitFor(() => expect(broker.stats().waiting).toBe(5));
    const other = await device("A2");
    await subscribe(other, "gw/A2/ota");
    expect(broker.stats().waiting).toBe(5);
    stored.open();
    await Promise.all(publishing);
    expect(broker.stats()).toMatchObject({ received: 40, waiting: 0 });
  });

  test("of a lost connection include its will, if it could have published it itself", async () => {
    const { device, events } = await site();
    const will = (topic: string) => ({ will: { topic, payload: Buffer.from("lost"), qos: 1 as const, retain: true } });
    const own = await device("A1", will("gw/A1/event"));
    own.stream.destroy();
    await vi.waitFor(() => expect(events).toContain("A1 c-A1 disconnected"));
    expect(events).toEqual(["A1 c-A1 connected", "id-A1 event lost retained", "A1 c-A1 disconnected"]);
    events.length = 0;
    const foreign = await device("A2", will("gw/A1/event"));
    foreign.stream.destroy();
    const polite = await device("A3", will("gw/A3/event"));
    await polite.endAsync();
    await vi.waitFor(() => expect(events).toContain("A3 c-A3 disconnected"));
    await vi.waitFor(() => expect(events).toContain("A2 c-A2 disconnected"));
    expect(events.join()).not.toContain("lost");
  });
});

describe("messages to devices", () => {
  test("reach a device that has subscribed, and say when they do not", async () => {
    const { broker, device } = await site();
    expect(await broker.publish("A1", "command", "{}")).toBe("offline");
    const client = await device("A1");
    const other = await device("A2");
    expect(await broker.publish("A1", "command", "{}")).toBe("unsubscribed");
    expect(await subscribe(client, ["gw/A1/command", "gw/A1/ota"])).toEqual([1, 1]);
    await subscribe(other, "gw/A2/command");
    const got: string[] = [];
    client.on("message", (topic, payload, packet) => got.push(`${topic} ${payload} ${packet.qos}`));
    other.on("message", (topic) => got.push(`other ${topic}`));
    expect(await broker.publish("A1", "command", "1")).toBe("taken");
    expect(await broker.publish("A1", "ota", "2")).toBe("taken");
    await vi.waitFor(() => expect(got).toEqual(["gw/A1/command 1 1", "gw/A1/ota 2 1"]));
    await client.unsubscribeAsync("gw/A1/command");
    expect(await broker.publish("A1", "command", "3")).toBe("unsubscribed");
    expect(broker.stats().sent).toBe(2);
  });

  test("go to the newer connection after a takeover, once it has subscribed", async () => {
    const { broker, device } = await site();
    const first = await device("A1", { clean: false });
    await subscribe(first, "gw/A1/command", 0);
    const gone = closed(first);
    const second = await device("A1", { clean: false });
    await gone;
    expect(await broker.publish("A1", "command", "1")).toBe("unsubscribed");
    await subscribe(second, "gw/A1/command", 0);
    const message = new Promise<string>((resolve) => second.once("message", (_topic, payload) => resolve(payload.toString())));
    expect(await broker.publish("A1", "command", "2")).toBe("taken");
    expect(await message).toBe("2");
  });

  test("cannot be listened to by another device or by a wildcard", async () => {
    const { device, broker } = await site();
    const client = await device("A1");
    for (const topic of ["gw/A2/command", "gw/+/command", "gw/A1/#", "#", "+/A1/ota", "$SYS/#", "gw/A1/telemetry"])
      expect(await subscribe(client, topic)).toEqual([128]);
    expect(await subscribe(client, ["gw/A1/command", "gw/A2/command"])).toEqual([1, 128]);
    expect(broker.stats().refusedTopics).toBe(8);
    expect(client.connected).toBe(true);
  });
});
