import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { basic, post } from "#tests/server/wire/push/poster.ts";

describe("what Node would answer by itself", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
    const token = await site.signIn("admin", adminPassword);
    const { recipeId } = await addTemplate(site, token, "T", [{ name: "P", address: "1" }]);
    await addDevice(site, token, { sn: "RAW-1", recipeId });
  });
  afterAll(() => site.close());

  /** All that comes back until the connection is closed. */
  const said = async (bytes: string, end = false): Promise<{ status: number; head: string; body: unknown }> => {
    const { hostname, port } = new URL(site.base);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    await once(socket, "connect");
    if (end) socket.end(bytes);
    else socket.write(bytes);
    await once(socket, "end");
    socket.destroy();
    const [head = "", ...parts] = text.split("\r\n\r\n");
    return { status: Number(head.split(" ")[1]), head, body: JSON.parse(parts.at(-1) ?? "") };
  };
  const push = `POST /push/RAW-1/telemetry HTTP/1.1\r\nAuthorization: ${basic("RAW-1")}\r\n`;
  const host = "Host: gatehouse\r\n";
  const body = '{"values":{"1":1}}';
  const unread = { code: 400, data: null, message: "This is no HTTP request that can be read" };
  const noHost = { code: 400, data: null, message: "The request's header has no Host" };

  it.each([
    ["a chunk without its length", `${push}${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n`, false],
    ["a length beside chunks", `${push}${host}Content-Length: 18\r\nTransfer-Encoding: chunked\r\n\r\n${body}`, false],
    ["a body that breaks off", `${push}${host}Content-Length: 100\r\n\r\n${body}`, true],
    ["a body without a length in HTTP/1.0", `${push.replace("1.1", "1.0")}\r\n${body}`, false],
    ["a method that nobody knows", `FETCH / HTTP/1.1\r\n${host}\r\n`, false],
    ["no HTTP", "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", false],
  ])("is the envelope for %s, and the end of the connection", async (_what, bytes, end) => {
    const answer = await said(bytes, end);
    expect([answer.status, answer.body]).toEqual([400, unread]);
    expect(answer.head).toMatch(/\r\nConnection: close/i);
  });

  it.each([
    ["a device", `${push}Content-Length: 18\r\n\r\n${body}`, noHost],
    ["a page", "POST /api/device/query HTTP/1.1\r\nContent-Length: 0\r\n\r\n", { ...noHost, message: "请求头缺少 Host" }],
    ["an English page", "GET / HTTP/1.1\r\nAccept-Language: en\r\n\r\n", noHost],
  ])("is the envelope for %s that names no host", async (_who, bytes, expected) => {
    const answer = await said(bytes);
    expect([answer.status, answer.body]).toEqual([400, expected]);
    expect(answer.head).toMatch(/\r\nConnection: close/i);
  });

  it("is the envelope for a header that asks for what cannot be met, or is too long", async () => {
    const expected = await said(`${push}${host}Expect: 200-maybe\r\nContent-Length: 18\r\n\r\n${body}`);
    expect([expected.status, expected.body]).toEqual([417, expect.objectContaining({ code: 417, data: null })]);
    const long = await said(`${push}${host}X: ${"x".repeat(20_000)}\r\n\r\n`);
    expect([long.status, long.body]).toEqual([431, { code: 431, data: null, message: "The header of the request is too large" }]);
  });

  it("is what it was for HTTP/1.0, which needs no host, and for a body that waits to be asked for", async () => {
    const old = await said(`${push.replace("1.1", "1.0")}Content-Length: 18\r\n\r\n${body}`);
    expect([old.status, old.body]).toEqual([200, expect.objectContaining({ code: 0 })]);
    const waiting = await said(`${push}${host}Expect: 100-continue\r\nConnection: close\r\nContent-Length: 18\r\n\r\n${body}`);
    expect([waiting.head, waiting.body]).toEqual(["HTTP/1.1 100 Continue", expect.objectContaining({ code: 0 })]);
  });

  it.each(["IDENTITY", "identity", " Identity ", ""])("takes a plain body with Content-Encoding %j", async (encoding) => {
    const answer = await said(`${push}${host}Connection: close\r\nContent-Encoding: ${encoding}\r\nContent-Length: 18\r\n\r\n${body}`);
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ code: 0, message: "" })]);
  });

  it.each(["br", "identity, gzip"])("takes no body with Content-Encoding %j", async (encoding) => {
    expect((await post(site, "RAW-1", "telemetry", "[]", { "Content-Encoding": encoding })).status).toBe(415);
  });

  it("says of a message that it has neither values nor slaves", async () => {
    for (const message of ["{}", '{"Values":{"1":1}}'])
      expect((await post(site, "RAW-1", "telemetry", message)).body.message).toBe("The message has neither values nor slaves");
    const twice = await post(site, "RAW-1", "telemetry", '{"values":{"1":1},"values":{"1":2}}');
    expect(twice.body.message).toBe("values stands more than once in the message: the last one counts");
  });
});
