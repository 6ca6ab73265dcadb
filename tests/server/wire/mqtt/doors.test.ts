import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { connectAsync } from "mqtt";
import { generate } from "mqtt-packet";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ConfigFault, readConfig } from "#server/config.ts";
import { parseProxyHeader } from "#server/wire/mqtt/proxyHeader.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword, openSite } from "#tests/server/site.ts";
import { closed, site } from "./brokerSite.ts";
import { testCertificates } from "./testCertificates.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const connectPacket = (sn: string): Buffer =>
  generate({ cmd: "connect", clientId: sn, username: sn, password: Buffer.from(`secret-${sn}`), clean: true, keepalive: 0 });

const opened = async <S extends Socket>(socket: S, event: string): Promise<S> => {
  closers.push(() => socket.destroy());
  socket.on("error", () => undefined);
  await once(socket, event);
  return socket;
};

const certificateFiles = (name: keyof typeof testCertificates) => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-tls-"));
  closers.push(() => rmSync(folder, { recursive: true }));
  const files = { certificate: join(folder, "cert.pem"), key: join(folder, "key.pem") };
  const write = (which: keyof typeof testCertificates) => {
    writeFileSync(files.certificate, testCertificates[which].certificate);
    writeFileSync(files.key, testCertificates[which].key);
  };
  write(name);
  return { ...files, write };
};

describe("MQTT over TLS", () => {
  const dial = (port: number): Promise<TLSSocket> =>
    opened(connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false }), "secureConnect");

  test("takes devices with the certificate of the files, and with the new one once they have changed", async () => {
    const files = certificateFiles("first");
    const { broker, logged, events } = await site({}, { tls: { ...files, port: 0, everyMs: 20 } });
    const port = broker.tlsPort ?? 0;
    const first = await dial(port);
    expect(first.getPeerCertificate().subject.CN).toBe("first.gatehouse.test");
    const client = await connectAsync(`mqtts://127.0.0.1:${port}`, {
      ...{ username: "A1", password: "secret-A1", protocolVersion: 4, reconnectPeriod: 0, ca: testCertificates.first.certificate },
      servername: "first.gatehouse.test",
    });
    closers.push(() => client.endAsync(true));
    await client.publishAsync("gw/A1/event", "1", { qos: 1 });
    expect(events).toContain("id-A1 event 1");
    writeFileSync(files.key, "no key");
    await vi.waitFor(() => expect(logged.join()).toContain("cannot be read again"));
    expect((await dial(port)).getPeerCertificate().subject.CN).toBe("first.gatehouse.test");
    files.write("second");
    await vi.waitFor(() => expect(logged.join()).toContain("was read again"));
    expect((await dial(port)).getPeerCertificate().subject.CN).toBe("second.gatehouse.test");
    expect(client.connected).toBe(true);
  });

  test("ends a connection that never shakes hands", async () => {
    const { broker } = await site({}, { tls: { ...certificateFiles("first"), port: 0 }, connectTimeoutMs: 50 });
    const socket = await opened(connect(broker.tlsPort ?? 0, "127.0.0.1"), "connect");
    await closed(socket);
  });

  test("is refused at the start in one line when files are missing or wrong", async () => {
    const variables = { MQTTS_PORT: "8883", DATA_DIR: "/tmp" };
    expect(() => readConfig(variables, "none")).toThrow("MQTTS_CERT and MQTTS_KEY");
    const missing = site({}, { tls: { certificate: "/none/cert.pem", key: "/none/key.pem", port: 0 } });
    await expect(missing).rejects.toThrow(ConfigFault);
    await expect(missing).rejects.toThrow(/^MQTTS_CERT: \/none\/cert\.pem cannot be read \(ENOENT\): name the file of the certificate/);
  });

  test.each([
    ["a key for a certificate", "key", "key", /^MQTTS_CERT: \S+ holds no certificate that can be read: it has to be in PEM/],
    ["a certificate for a key", "certificate", "certificate", /^MQTTS_KEY: \S+ holds no private key that can be read: it has to be in PEM/],
    ["the key of another certificate", "certificate", "other", /^MQTTS_KEY: \S+ is not the key of the certificate in \S+: name the two/],
    ["no key", "certificate", "none", /^MQTTS_KEY: \S+ cannot be read \(ENOENT\): name the file of the certificate's private key/],
  ] as const)("says of %s which setting is wrong, in one line", async (_what, certificate, key, line) => {
    const { first, second } = testCertificates;
    const folder = mkdtempSync(join(tmpdir(), "certificates-"));
    closers.push(() => rmSync(folder, { recursive: true }));
    for (const [name, text] of Object.entries({ ...first, other: second.key, empty: "" })) writeFileSync(join(folder, name), text);
    const tls = { certificate: join(folder, certificate), key: join(folder, key), port: 0 };
    await expect(site({}, { tls })).rejects.toThrow(ConfigFault);
    await expect(site({}, { tls })).rejects.toThrow(line);
  });
});

describe("the PROXY protocol", () => {
  const second = (family: number, addresses: Buffer, command = 0x21): Buffer => {
    const length = Buffer.from([addresses.length >> 8, addresses.length & 0xff]);
    return Buffer.concat([Buffer.from("0d0a0d0a000d0a515549540a", "hex"), Buffer.from([command, family]), length, addresses]);
  };
  const ipv4 = Buffer.from([192, 0, 2, 7, 127, 0, 0, 1, 0x30, 0x39, 0x07, 0x5b]);
  const ipv6 = Buffer.concat([Buffer.from("20010db8000000000000000000000007", "hex"), Buffer.alloc(20)]);

  test.each([
    ["version 1", Buffer.from("PROXY TCP4 192.0.2.7 127.0.0.1 12345 1883\r\n"), "192.0.2.7"],
    ["version 1 with IPv6", Buffer.from("PROXY TCP6 2001:db8::7 ::1 12345 1883\r\n"), "2001:db8::7"],
    ["version 1 of the proxy itself", Buffer.from("PROXY UNKNOWN\r\n"), "127.0.0.1"],
    ["version 2", second(0x11, ipv4), "192.0.2.7"],
    ["version 2 with more behind the addresses", second(0x11, Buffer.concat([ipv4, Buffer.alloc(30)])), "192.0.2.7"],
    ["version 2 with IPv6", second(0x21, ipv6), "2001:db8:0:0:0:0:0:7"],
    ["version 2 of the proxy itself", second(0x00, Buffer.alloc(0), 0x20), "127.0.0.1"],
    ["version 2 of the proxy itself, whatever addresses stand there", second(0x11, ipv4, 0x20), "127.0.0.1"],
  ])("of %s tells the device's address, however it is cut", async (_name, header, address) => {
    const remotes: string[] = [];
    const { broker } = await site(
      {
        authenticate: async (sn, _password, remote) => {
          remotes.push(remote);
          return { sn, deviceId: sn };
        },
      },
      { proxyProtocol: true },
    );
    for (const cut of [0, 1, 5, header.length - 1]) {
      const socket = await opened(connect(broker.port, "127.0.0.1"), "connect");
      const all = Buffer.concat([header, connectPacket("A1")]);
      if (cut > 0) await new Promise((resolve) => socket.write(all.subarray(0, cut), resolve));
      await new Promise(setImmediate);
      socket.write(all.subarray(cut));
      const [answer] = await once(socket, "data");
      expect(answer).toEqual(Buffer.from([0x20, 2, 0, 0]));
      socket.destroy();
    }
    expect(remotes.slice(0, 4)).toEqual(Array(4).fill(address));
    for (let length = 0; length < header.length; length += 1) expect(parseProxyHeader(header.subarray(0, length))).toBe(undefined);
  });

  test("closes a connection without a header, and one that never comes to its end", async () => {
    const { broker } = await site({}, { proxyProtocol: true, connectTimeoutMs: 100 });
    for (const begun of [
      connectPacket("A1"),
      Buffer.from("PROXY TCP9 x\r\n"),
      Buffer.from(`PROXY ${"x".repeat(200)}`),
      Buffer.from("PROX"),
    ]) {
      const socket = await opened(connect(broker.port, "127.0.0.1"), "connect");
      socket.resume();
      socket.write(begun);
      await closed(socket);
    }
  });

  test.each([
    "TCP4 <script>alert(1)</script> 127.0.0.1 1 2",
    "TCP4 device.example 127.0.0.1 1 2",
    "TCP4 2001:db8::7 ::1 1 2",
    "TCP6 192.0.2.7 127.0.0.1 1 2",
    "TCP4 192.0.2.256 127.0.0.1 1 2",
    "TCP6 fe80::1%eth0 ::1 1 2",
    "TCP4",
  ])("is not one where it names no address of its family: %s", (named) => {
    expect(parseProxyHeader(Buffer.from(`PROXY ${named}\r\n`))).toBe("wrong");
  });

  test("closes a connection that names a text for an address", async () => {
    const { broker } = await site({}, { proxyProtocol: true });
    const socket = await opened(connect(broker.port, "127.0.0.1"), "connect");
    socket.resume();
    socket.write(Buffer.concat([Buffer.from("PROXY TCP4 <script> 127.0.0.1 1 2\r\n"), connectPacket("A1")]));
    await closed(socket);
  });

  test("stands before TLS", async () => {
    const remotes: string[] = [];
    const { broker } = await site(
      {
        authenticate: async (sn, _password, remote) => {
          remotes.push(remote);
          return { sn, deviceId: sn };
        },
      },
      { proxyProtocol: true, tls: { ...certificateFiles("first"), port: 0 } },
    );
    const plain = await opened(connect(broker.tlsPort ?? 0, "127.0.0.1"), "connect");
    plain.write("PROXY TCP4 192.0.2.7 127.0.0.1 12345 8883\r\n");
    const secure = await opened(connectTls({ socket: plain, rejectUnauthorized: false }), "secureConnect");
    secure.write(connectPacket("A1"));
    await once(secure, "data");
    expect(remotes).toEqual(["192.0.2.7"]);
  });
});

test("MQTT over a web socket is taken at /mqtt of the HTTP port, beside the pages' own socket", async () => {
  const open = await openSite();
  closers.push(() => open.close());
  const token = await open.signIn("admin", adminPassword);
  const { recipeId } = await addTemplate(open, token, "Pump", [{ name: "转速", address: "1", valueType: "int16" }]);
  await addDevice(open, token, { sn: "WEB-1", recipeId });
  const address = `ws://127.0.0.1:${open.gatehouse.httpPort}`;
  const options = { username: "WEB-1", protocolVersion: 4, reconnectPeriod: 0 } as const;
  const client = await connectAsync(`${address}/mqtt`, { ...options, password: "devicepw" });
  for (let n = 0; n < 50; n += 1)
    await client.publishAsync("gw/WEB-1/telemetry", JSON.stringify({ ts: Date.now() + n, values: { 1: n } }), { qos: 1 });
  // Longer than a packet, a frame that is read as a whole, and what a device is let to have waiting.
  for (const bytes of [200_000, 1_500_000, 20_000_000])
    await client.publishAsync("gw/WEB-1/telemetry", Buffer.alloc(bytes, " "), { qos: 1 });
  await client.publishAsync("gw/WEB-1/telemetry", JSON.stringify({ ts: Date.now() + 50, values: { 1: 50 } }), { qos: 1 });
  expect((await open.gatehouse.services.telemetry.stats()).readings).toBe(51);
  const { db } = open.gatehouse.services;
  const rows = () => db.selectFrom("device_event").select("content").where("kind", "=", "fault").execute();
  await vi.waitFor(async () => expect((await rows()).map(({ content }) => JSON.parse(content).code)).toEqual(["messageTooLong"]), 10_000);
  await client.endAsync();
  await expect(connectAsync(`${address}/mqtt`, { ...options, password: "wrong" })).rejects.toMatchObject({ code: 4 });
  await expect(connectAsync(`${address}/elsewhere`, { ...options, password: "devicepw", connectTimeout: 2000 })).rejects.toThrow();
});
