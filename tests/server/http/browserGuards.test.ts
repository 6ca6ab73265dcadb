import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { io } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resources } from "#contract/resources.ts";
import { newId } from "#server/kit/newId.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

const picture = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==", "base64");

/** A request that no browser's fetch would send. */
const rawly = (base: string, method: string, path: string, headers: Record<string, string> = {}, body: string | Buffer = "") =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
    const asked = request(base + path, { method, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    asked.on("error", reject);
    asked.end(body);
  });

const form = { "Content-Type": "application/x-www-form-urlencoded" };

describe("what browsers are told", () => {
  let site: Site;
  let pages: string;
  let token: string;

  beforeAll(async () => {
    pages = mkdtempSync(join(tmpdir(), "gatehouse-pages-"));
    mkdirSync(join(pages, "assets"));
    writeFileSync(join(pages, "index.html"), "<!doctype html><title>Gatehouse</title>");
    writeFileSync(join(pages, "icon.svg"), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    writeFileSync(join(pages, "assets", "entry.js"), "export {};");
    writeFileSync(join(pages, "assets", "entry.css"), "body{}");
    site = await openSite({ console: pages, variables: { PUBLIC_URL: "https://console.example", METRICS_TOKEN: "a-long-enough-token" } });
    token = await site.signIn("admin", adminPassword);
  });
  afterAll(async () => {
    await site.close();
    rmSync(pages, { recursive: true, force: true });
  });

  const addresses = async (): Promise<string[]> => {
    const body = new FormData();
    body.append("file", new File([picture], "a.png"));
    body.append("kind", "avatar");
    const kept = await fetch(`${site.base}/api/image_file/upload`, { method: "POST", headers: { token }, body });
    const { data } = (await kept.json()) as { data: { url: string } };
    expect(data.url).toMatch(/^\/files\//);
    return [
      "/",
      "/icon.svg",
      "/assets/entry.js",
      "/assets/entry.css",
      "/api/system/query_main",
      "/api/docs",
      "/healthz",
      "/api/none",
      data.url,
    ];
  };

  it("is the same on every kind of answer: no sniffing, no frames, no other origin, no referrer elsewhere, TLS from now on", async () => {
    for (const path of await addresses()) {
      const { headers } = await fetch(site.base + path);
      const policy = headers.get("content-security-policy") ?? "";
      const told = {
        path,
        sniffing: headers.get("x-content-type-options"),
        frames: [headers.get("x-frame-options"), /frame-ancestors 'none'/.test(policy)],
        strict: /object-src 'none'/.test(policy) && /base-uri 'none'/.test(policy) && !/script-src[^;]*unsafe/.test(policy),
        rest: /(?:^|;)default-src ([^;]*)/.exec(policy)?.[1],
        scripts: /(?:^|;)script-src ([^;]*)/.exec(policy)?.[1],
        fonts: /(?:^|;)font-src ([^;]*)/.exec(policy)?.[1],
        openSockets: /connect-src[^;]*(ws:|wss:|\*)/.test(policy),
        referrer: headers.get("referrer-policy"),
        opener: headers.get("cross-origin-opener-policy"),
        resource: headers.get("cross-origin-resource-policy"),
        shared: headers.get("access-control-allow-origin"),
        tls: headers.get("strict-transport-security"),
      };
      // What is no page has no need of anything.
      const bare = /^\/(files|assets|api\/system)\//.test(path);
      expect(told).toEqual({
        path,
        sniffing: "nosniff",
        frames: ["DENY", true],
        strict: true,
        rest: bare ? "'none'" : "'self'",
        scripts: bare ? undefined : "'self'",
        fonts: bare ? undefined : "'self'",
        openSockets: false,
        referrer: "same-origin",
        opener: "same-origin",
        resource: "same-origin",
        shared: null,
        tls: "max-age=31536000; includeSubDomains",
      });
    }
  });

  it("tells a call's methods beside a console whose files take every path", async () => {
    const got = await fetch(`${site.base}/api/device/query`);
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await fetch(`${site.base}/api/none`)).status).toBe(404);
    expect((await fetch(`${site.base}/api/system/query_main`, { method: "HEAD" })).status).toBe(200);
  });

  it("names the type of every answer with its characters, and lets no answer of a call be kept", async () => {
    for (const path of await addresses()) {
      const { headers } = await fetch(site.base + path);
      expect([path, headers.get("content-type")]).toEqual([
        path,
        expect.stringMatching(/^((text|application)\/(html|css|javascript|json)|image\/svg\+xml); charset=utf-8$|^image\/png$/i),
      ]);
      const isCall = path.startsWith("/api/") && path !== "/api/docs";
      expect([path, headers.get("cache-control")]).toEqual([path, isCall ? "no-store" : headers.get("cache-control")]);
    }
  });

  it("lists no folder, traces nothing, and shows its figures only to who has the token", async () => {
    expect((await fetch(`${site.base}/assets/`, { redirect: "manual" })).status).toBe(404);
    const traced = await rawly(site.base, "TRACE", "/api/user/my", { token: "x-secret" });
    expect(traced.status).toBeGreaterThanOrEqual(400);
    expect(traced.text).not.toContain("x-secret");
    expect((await fetch(`${site.base}/metrics`, { redirect: "manual" })).status).toBe(302);
    const read = await fetch(`${site.base}/metrics`, { headers: { Authorization: "Bearer a-long-enough-token" } });
    expect(await read.text()).toContain("gatehouse_devices_online");
  });

  it("answers 404 for a file of the console that is not there, and leads any other address to the page", async () => {
    const asked = async (path: string) => (await fetch(site.base + path, { redirect: "manual" })).status;
    expect(await Promise.all(["/assets/palette-old.js", "/assets/old.css?x=1", "/favicon.ico"].map(asked))).toEqual([404, 404, 404]);
    expect(await asked("/devices/list")).toBe(302);
  });

  it("marks its cookies as ones for TLS and for its own pages, and puts no right to anything into them", async () => {
    const random = newId();
    await site.gatehouse.services.captchas.draw(random);
    const code = (await site.gatehouse.services.captchas.peek(random)) ?? "";
    const answer = await fetch(`${site.base}/api/login`, {
      method: "POST",
      body: new URLSearchParams({ username: "admin", password: adminPassword, random, code }),
    });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^key=1; Max-Age=\d+; Path=\/; Secure; SameSite=Strict$/),
      expect.stringMatching(/^browser=[\w-]{32}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    ]);
  });

  it("keeps its data where nobody else of the machine can look", async () => {
    const folder = join(site.folder, "fresh");
    const own = await openSite({ variables: { DATA_DIR: folder } });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await own.close();
  });
});

describe("a request that another site's page makes", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ variables: { PUBLIC_URL: "https://console.example", TRUST_PROXY: "1" } });
  });
  afterAll(() => site.close());

  const writes = resources.flatMap((resource) => Object.values(resource.calls)).filter(({ kind }) => kind === "write");
  const resetCode = (headers: Record<string, string>) =>
    rawly(site.base, "POST", "/api/send_reset_pass_code", { ...form, ...headers }, "phone=13800138111");

  it("is refused by every write, public or not", async () => {
    const strangers = [
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
      { Origin: "https://evil.example" },
      { Origin: "null" },
    ];
    for (const call of writes)
      for (const headers of strangers)
        expect([call.path, (await rawly(site.base, call.method, call.path, { ...form, ...headers })).status]).toEqual([call.path, 403]);
  });

  it("is told from the console's own, at the host that was asked and at the public address", async () => {
    const { host } = new URL(site.base);
    const own = [
      {},
      { Origin: `http://${host}` },
      { Origin: "https://console.example" },
      { "Sec-Fetch-Site": "same-origin", Origin: "https://x.example" },
    ];
    for (const headers of own) expect([headers, (await resetCode(headers)).status]).toEqual([headers, 200]);
  });

  it("opens no socket, not even with a token", async () => {
    const token = await site.signIn("admin", adminPassword);
    const outcome = (origin: string | undefined) =>
      new Promise<string>((resolve) => {
        const socket = io(site.base, {
          query: { token },
          transports: ["websocket"],
          reconnection: false,
          ...(origin === undefined ? {} : { extraHeaders: { Origin: origin } }),
        });
        const done = (how: string) => () => {
          socket.close();
          resolve(how);
        };
        socket.on("connect", done("open"));
        socket.on("connect_error", done("refused"));
      });
    expect(await outcome("https://evil.example")).toBe("refused");
    expect(await outcome("https://console.example")).toBe("open");
    expect(await outcome(undefined)).toBe("open");
  });

  it("is counted for the address that the last proxy wrote, whatever came with it", async () => {
    await rawly(
      site.base,
      "POST",
      "/api/login",
      { ...form, "X-Forwarded-For": "1.2.3.4, 198.51.100.7" },
      "username=spoofed&password=x&code=x",
    );
    const row = await site.gatehouse.services.db
      .selectFrom("operation_log")
      .select("address")
      .where("account", "=", "spoofed")
      .executeTakeFirst();
    expect(row?.address).toBe("198.51.100.7");
  });

  it("is counted for that address on the socket too", async () => {
    const token = await site.signIn("admin", adminPassword);
    const socket = io(site.base, { query: { token }, extraHeaders: { "X-Forwarded-For": "1.2.3.4, 198.51.100.8" }, reconnection: false });
    const answer: unknown = await new Promise((resolve) => socket.emit("subscibe_device_on", { token, deviceId: "none" }, resolve));
    socket.close();
    expect(answer).toEqual({ code: 404 });
    const row = await site.gatehouse.services.db
      .selectFrom("operation_log")
      .select("address")
      .where("call", "=", "subscibe_device_on")
      .executeTakeFirst();
    expect(row?.address).toBe("198.51.100.8");
  });

  it("gives no parameter twice or in another place: the address's do not count for a write", async () => {
    const answer = await rawly(site.base, "POST", "/api/send_reset_pass_code?phone=13800138222", form, "phone=1&phone=2");
    expect(answer.status).toBe(400);
    const both = await rawly(site.base, "POST", "/api/send_reset_pass_code?phone=13800138222", form, "");
    expect(both.status).toBe(400);
  });

  it("does not unpack more than a body may hold", async () => {
    const packed = gzipSync(Buffer.alloc(50_000_000, 32));
    const answer = await rawly(site.base, "POST", "/api/login", { "Content-Type": "application/json", "Content-Encoding": "gzip" }, packed);
    expect(answer.status).toBe(413);
  });
});
