import { PassThrough } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { openDeviceLogIn } from "#server/wire/deviceLogIn.ts";
import { LoginLimit, loginLimits } from "#server/wire/loginLimit.ts";
import { Openings } from "#server/wire/mqtt/openings.ts";
import { closed, gate, raw, site } from "./brokerSite.ts";

describe("log-in", () => {
  test("takes the SN as user name with the device's password and refuses a wrong one [S7.113]", async () => {
    const { broker, device, events, logged } = await site();
    await device("A1");
    expect(broker.isConnected("A1")).toBe(true);
    await expect(device("A2", { password: "wrong" })).rejects.toMatchObject({ code: 4 });
    await expect(device("A2", { username: "a/b" })).rejects.toMatchObject({ code: 4 });
    expect(broker.isConnected("A2")).toBe(false);
    expect(events).toEqual(["A1 c-A1 connected"]);
    expect(broker.stats()).toMatchObject({ connections: 1, refusedLogins: 2 });
    expect(logged.join()).not.toContain('wrong"');
  });

  test("tells a device to come back when the hook is unavailable or fails", async () => {
    const { device } = await site({ authenticate: async () => "unavailable" });
    await expect(device("A1")).rejects.toMatchObject({ code: 3 });
    const failing = await site({ authenticate: () => Promise.reject(new Error("no database")) });
    await expect(failing.device("A1")).rejects.toMatchObject({ code: 3 });
    expect(failing.logged.join()).toContain("authenticate failed");
  });

  const fewGuesses = { perPlace: 2, windowMs: 400, waitMs: 150 };

  test("counts guesses before they are judged, so that many at once are no more than the limit", async () => {
    let judged = 0;
    const { device, broker } = await site(
      {
        authenticate: async (sn, password) => {
          judged += 1;
          return password?.toString() === `secret-${sn}` ? { sn, deviceId: sn } : "refused";
        },
      },
      { logins: { perPlace: 10, windowMs: 3_600_000, waitMs: 0 } },
    );
    const guesses = Array.from({ length: 100 }, (_, n) => device("A1", { password: n === 60 ? "secret-A1" : `guess ${n}` }));
    const codes = (await Promise.allSettled(guesses)).map((guess) => (guess.status === "rejected" ? guess.reason.code : 0));
    expect(judged).toBe(10);
    expect(codes.filter((code) => code === 4)).toHaveLength(10);
    expect(codes.filter((code) => code === 5)).toHaveLength(90);
    expect(broker.stats()).toMatchObject({ refusedLogins: 10, limitedLogins: 90, connections: 0 });
  });

  test("lets a right password in after any number of guesses from its own address", async () => {
    const { device } = await site({}, { logins: { ...fewGuesses, waitMs: 2000 } });
    await Promise.allSettled(Array.from({ length: 30 }, () => device("A1", { password: "wrong" })));
    await device("A1");
  });

  test("does not let guesses at one SN, or at SNs that nobody has, stop another one behind the same address", async () => {
    const { device } = await site({}, { logins: { ...fewGuesses, waitMs: 0 } });
    const guess = (sn: string) => device(sn, { password: "wrong" });
    for (let n = 0; n < 40; n += 1) await expect(guess(`none-${n}`)).rejects.toMatchObject({ code: 4 });
    await Promise.allSettled(Array.from({ length: 40 }, () => guess("A1")));
    await device("A2");
  });

  test("does not take devices that are disabled for guessers: they come in as soon as they may", async () => {
    let disabled = true;
    const { device, broker } = await site(
      { authenticate: async (sn) => (disabled ? "disabled" : { sn, deviceId: sn }) },
      { logins: { ...fewGuesses, waitMs: 0 } },
    );
    for (let n = 0; n < 40; n += 1) await expect(device("A1")).rejects.toMatchObject({ code: 5 });
    disabled = false;
    await device("A1");
    expect(broker.stats().limitedLogins).toBe(0);
  });

  test("lets a right password in from any address while strangers guess at its SN from everywhere", async () => {
    const guessed = gate();
    let waiting = 0;
    const limits = { perPlace: 10, windowMs: 3_600_000, waitMs: 0 };
    const door = openDeviceLogIn({
      limits,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      hooks: {
        authenticate: async (sn, password) => {
          if (password?.toString() === "right") return { sn, deviceId: sn };
          waiting += 1;
          await guessed.opened;
          return "refused";
        },
      },
    });
    const right = (remote: string) => door.attempt("A1", Buffer.from("right"), remote);
    await right("10.0.0.1");
    await right("10.0.0.2");
    const strangers = Array.from({ length: 1000 }, (_, n) => door.attempt("A1", Buffer.from(`guess ${n}`), `10.1.0.${n % 8}`));
    await vi.waitFor(() => expect(waiting).toBeGreaterThan(0));
    const rights = ["10.0.0.1", "10.0.0.2", "10.0.0.3", "2001:db8::1"].map(right);
    guessed.open();
    for (const answer of await Promise.all(rights)) expect(answer).toEqual({ sn: "A1", deviceId: "A1" });
    await Promise.all(strangers);
    expect(waiting).toBe(80);
    for (let n = 3; n < 40; n += 1) expect(await right(`10.0.1.${n}`)).toEqual({ sn: "A1", deviceId: "A1" });
  });

  test("looks at passwords of each address in turn: ten thousand guesses at SNs that nobody has hold no device up", async () => {
    const judged: string[] = [];
    const door = openDeviceLogIn({
      limits: loginLimits,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      hooks: {
        authenticate: async (sn) => {
          await new Promise((resume) => setImmediate(resume));
          judged.push(sn);
          return sn.startsWith("none") ? "refused" : { sn, deviceId: sn };
        },
      },
    });
    await door.attempt("A1", Buffer.from("right"), "10.0.0.1");
    const guesses = Array.from({ length: 10_000 }, (_, n) => door.attempt(`none-${n}`, Buffer.from("x"), "10.0.0.1"));
    const behindTheSameAddress = door.attempt("A1", Buffer.from("right"), "10.0.0.1");
    const elsewhere = door.attempt("A2", Buffer.from("right"), "10.0.0.2");
    await Promise.all([behindTheSameAddress, elsewhere, ...guesses]);
    expect(judged.slice(1, 33)).toEqual(expect.arrayContaining(["A1", "A2"]));
  });

  test("remembers an SN at the last eight places of it, each of which has a turn of its own", async () => {
    const limit = new LoginLimit({ perPlace: 2, windowMs: 1000, waitMs: 0 }, () => 0);
    const lane = async (n: number) => (await limit.attempt(`10.0.0.${n}`, "A1"))?.lane;
    for (let n = 1; n <= 9; n += 1) (await limit.attempt(`10.0.0.${n}`, "A1"))?.right();
    expect([await lane(1), await lane(2), await lane(9)]).toEqual(["10.0.0.1", "10.0.0.2 A1", "10.0.0.9 A1"]);
    expect((await limit.attempt("10.0.0.2", "A2"))?.lane).toBe("10.0.0.2");
  });

  test("takes the addresses of one IPv6 network for one place", async () => {
    const limit = new LoginLimit({ perPlace: 1, windowMs: 1000, waitMs: 0 }, () => 0);
    expect(await limit.attempt("2001:db8:0:7::1", "A1")).toBeDefined();
    expect(await limit.attempt("2001:db8:0:7:ffff::2", "A1")).toBe(undefined);
    expect(await limit.attempt("2001:db8:0:8::1", "A1")).toBeDefined();
  });

  test("writes one line for the log-ins that an address is refused within a minute, and one with their count, however many SNs it makes up", async () => {
    const { device, logged, broker } = await site({}, { linesMs: 400 });
    await Promise.allSettled(Array.from({ length: 50 }, (_, n) => device(`none-${n}`, { password: "wrong" })));
    const lines = () => logged.filter((line) => line.startsWith("device log-in refused"));
    await vi.waitFor(() => expect(lines()).toHaveLength(2));
    expect(lines()[0]).toMatch(/"sn":"none-\d+","reason":"wrong SN or password","remote":"127.0.0.1"/);
    expect(lines()[1]).toMatch(/more of the same .*"sn":"none-\d+".*"remote":"127.0.0.1","times":49/);
    await broker.stop();
    expect(lines()).toHaveLength(2);
  });

  test("tells of strangers who speak no MQTT in as few lines, and of what was counted when it stops", async () => {
    const { broker, logged } = await site();
    for (let n = 0; n < 20; n += 1) {
      const socket = await raw(broker);
      socket.write(n % 2 === 0 ? "GET / HTTP/1.1\r\n\r\n" : Buffer.from([0x82, 0xff, 0xff, 0xff, 0x7f]));
      await closed(socket);
    }
    const before = logged.length;
    expect(before).toBeLessThan(6);
    await broker.stop();
    const times = logged.map((line) => Number(/"times":(\d+)/.exec(line)?.[1] ?? 1));
    expect(times.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(20);
  });

  test("closes a socket that never sends CONNECT", async () => {
    const { broker } = await site({}, { connectTimeoutMs: 50 });
    const socket = await raw(broker);
    await closed(socket);
  });

  test("takes devices while strangers hold all the connections there may be and keep silent", async () => {
    const { broker, device, logged } = await site({}, { maxConnections: 6 });
    const silent = await Promise.all(Array.from({ length: 6 }, () => raw(broker)));
    const gone = silent.slice(0, 3).map(closed);
    for (const sn of ["A1", "A2", "A3"]) await device(sn);
    await Promise.all(gone);
    expect(silent.slice(3).map((socket) => socket.destroyed)).toEqual([false, false, false]);
    for (const sn of ["A4", "A5", "A6"]) await device(sn);
    await closed(await raw(broker));
    expect(broker.stats().connections).toBe(6);
    expect(logged.filter((line) => line.startsWith("the limit of connections"))).toHaveLength(1);
  });

  test("makes room at the address that holds most silent connections, not at that of a device that is just coming", () => {
    const openings = new Openings();
    const open = (remote: string) => {
      const socket = new PassThrough();
      openings.add(socket, remote);
      return socket;
    };
    const device = open("10.0.0.1");
    const strangers = [1, 2, 3].map((n) => open(`2001:db8::${n}`));
    const signedIn = open("10.0.0.2");
    openings.delete(signedIn);
    expect([openings.makeRoom(), openings.makeRoom(), openings.makeRoom()]).toEqual([true, true, true]);
    expect([device, ...strangers, signedIn].map(({ destroyed }) => destroyed)).toEqual([true, true, true, false, false]);
    expect([openings.makeRoom(), openings.makeRoom()]).toEqual([true, false]);
  });

  test("closes a socket that speaks something else", async () => {
    const { broker } = await site();
    const socket = await raw(broker);
    socket.write("GET / HTTP/1.1\r\n\r\n");
    await closed(socket);
  });
});

describe("presence", () => {
  test("does not flap when a second connection of the same SN takes over", async () => {
    const { broker, device, events } = await site();
    const first = await device("A1", { clientId: "old" });
    const gone = closed(first);
    const second = await device("A1", { clientId: "new" });
    await gone;
    expect(broker.isConnected("A1")).toBe(true);
    await second.publishAsync("gw/A1/event", "1", { qos: 1 });
    const left = closed(second);
    await second.endAsync();
    await left;
    await vi.waitFor(() => expect(events.at(-1)).toBe("A1 new disconnected"));
    expect(events).toEqual(["A1 old connected", "A1 new connected", "id-A1 event 1", "A1 new disconnected"]);
    expect(broker.isConnected("A1")).toBe(false);
  });

  test("lets devices share a client id", async () => {
    const { broker, device } = await site();
    await device("A1", { clientId: "gateway" });
    await device("A2", { clientId: "gateway" });
    expect(broker.stats().connections).toBe(2);
  });

  test("ends at once with kick, and without the will", async () => {
    const { broker, device, events } = await site();
    const client = await device("A1", { will: { topic: "gw/A1/event", payload: Buffer.from("lost"), qos: 1, retain: false } });
    const gone = closed(client);
    broker.kick("A1");
    await gone;
    expect(events).toEqual(["A1 c-A1 connected", "A1 c-A1 disconnected"]);
  });

  test("survives hooks that throw", async () => {
    const fail = () => {
      throw new Error("listener");
    };
    const { broker, device, logged } = await site({ connected: fail, disconnected: fail });
    const client = await device("A1");
    await client.endAsync();
    await vi.waitFor(() => expect(broker.isConnected("A1")).toBe(false));
    expect(logged.filter((line) => line.includes("failed"))).toHaveLength(2);
  });

  test("ends when the device is silent for longer than its keepalive", async () => {
    const { broker } = await site();
    const socket = await raw(broker);
    // CONNECT with a keepalive of one second and nothing after it.
    const connect = Buffer.from([0x10, 0, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 0xc2, 0, 1, 0, 1, 0x61, 0, 2, 0x41, 0x31, 0, 9]);
    const packet = Buffer.concat([connect, Buffer.from("secret-A1")]);
    packet[1] = packet.length - 2;
    socket.write(packet);
    await vi.waitFor(() => expect(broker.isConnected("A1")).toBe(true));
    await closed(socket);
    expect(broker.isConnected("A1")).toBe(false);
  });
});

describe("stop", () => {
  test("lets waiting messages be stored and acknowledged and reports no device as gone", async () => {
    const stored = gate();
    const { broker, device, events } = await site({ received: () => stored.opened });
    const client = await device("A1");
    await raw(broker);
    const publishing = client.publishAsync("gw/A1/telemetry", "1", { qos: 1 });
    await vi.waitFor(() => expect(broker.stats().waiting).toBe(1));
    const gone = closed(client);
    const stopping = broker.stop();
    stored.open();
    await publishing;
    await stopping;
    await gone;
    expect(events).toEqual(["A1 c-A1 connected"]);
    expect(await broker.publish("A1", "command", "{}")).toBe("offline");
  });

  test("does not wait for ever for what is never stored", async () => {
    const { broker, device, logged } = await site({ received: () => new Promise(() => undefined) }, { drainTimeoutMs: 50 });
    const client = await device("A1");
    closed(client);
    client.publish("gw/A1/telemetry", "1", { qos: 1 });
    await vi.waitFor(() => expect(broker.stats().waiting).toBe(1));
    await broker.stop();
    expect(logged.join()).toContain("not stored in time");
  });
});
