import { describe, expect, test, vi } from "vitest";
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
    const { device } = await site({ received: () => Promise.reject(new Error("disk full")) });
    const client = await device("A1");
    const gone = closed(client);
    client.publish("gw/A1/telemetry", "1", { qos: 1 });
    await gone;
  });

  test.each(["gw/A2/telemetry", "gw/A1/command", "gw/A1/other", "$SYS/x/heartbeat", "anything"])(
    "close the connection on the foreign topic %s",
    async (topic) => {
      const { device, events, logged, broker } = await site();
      const client = await device("A1");
      const gone = closed(client);
      client.publish(topic, "1", { qos: 1 });
      await gone;
      await vi.waitFor(() => expect(events).toEqual(["A1 c-A1 connected", "A1 c-A1 disconnected"]));
      expect(logged.join()).toContain(topic);
      expect(broker.stats().refusedTopics).toBe(1);
    },
  );

  test("close the connection when they are too long, before they are read", async () => {
    const { device, broker, events, logged } = await site();
    const client = await device("A1");
    await client.publishAsync("gw/A1/event", "x".repeat(65_536), { qos: 1 });
    const gone = closed(client);
    client.publish("gw/A1/event", "x".repeat(70_000), { qos: 1 });
    await gone;
    await vi.waitFor(() => expect(events.at(-1)).toBe("A1 c-A1 disconnected"));
    expect(logged.join()).toContain("too long");
    const socket = await raw(broker);
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]));
    await closed(socket);
    expect(broker.stats()).toMatchObject({ received: 1, oversize: 2 });
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
    expect(await broker.publish("A1", "command", "{}")).toBe(false);
    const client = await device("A1");
    const other = await device("A2");
    expect(await broker.publish("A1", "command", "{}")).toBe(false);
    expect(await subscribe(client, ["gw/A1/command", "gw/A1/ota"])).toEqual([1, 1]);
    await subscribe(other, "gw/A2/command");
    const got: string[] = [];
    client.on("message", (topic, payload, packet) => got.push(`${topic} ${payload} ${packet.qos}`));
    other.on("message", (topic) => got.push(`other ${topic}`));
    expect(await broker.publish("A1", "command", "1")).toBe(true);
    expect(await broker.publish("A1", "ota", "2")).toBe(true);
    await vi.waitFor(() => expect(got).toEqual(["gw/A1/command 1 1", "gw/A1/ota 2 1"]));
    await client.unsubscribeAsync("gw/A1/command");
    expect(await broker.publish("A1", "command", "3")).toBe(false);
    expect(broker.stats().sent).toBe(2);
  });

  test("go to the newer connection after a takeover, once it has subscribed", async () => {
    const { broker, device } = await site();
    const first = await device("A1", { clean: false });
    await subscribe(first, "gw/A1/command", 0);
    const gone = closed(first);
    const second = await device("A1", { clean: false });
    await gone;
    expect(await broker.publish("A1", "command", "1")).toBe(false);
    await subscribe(second, "gw/A1/command", 0);
    const message = new Promise<string>((resolve) => second.once("message", (_topic, payload) => resolve(payload.toString())));
    expect(await broker.publish("A1", "command", "2")).toBe(true);
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
