import { afterEach, describe, expect, it, vi } from "vitest";
import { resources } from "#contract/resources.ts";
import { openServerClock } from "#store/serverClock.ts";
import { patienceFor as patienceOfCall } from "#store/timeLimits.ts";
import { createTransport, type Identity } from "#store/transport.ts";

const calls = resources.flatMap((resource) => Object.values(resource.calls));

const nobody: Identity = { token: () => "t", language: () => "zh", refused: () => {} };

describe("what the console sends", () => {
  it.each(calls.map((call) => [call.path, call] as const))("%s has no field that the call does not take", async (_path, call) => {
    const sent: string[] = [];
    const transport = createTransport(nobody, {
      fetcher: async (address, init) => {
        const body = init?.body;
        sent.push(String(address), ...(body instanceof FormData ? [...body.keys()] : [String(body)]));
        return Response.json({ code: 0, data: null, message: "" });
      },
    });
    await transport.send(call, { id: "kept", ids: ["kept"], straying: "left out" });
    expect(sent.join(" ")).not.toContain("straying");
    expect(sent.join(" ").includes("kept")).toBe(["id", "ids"].some((name) => name in ((call.request as { shape?: object }).shape ?? {})));
  });
});

describe("every request of the console", () => {
  it.each(calls.map((call) => [call.path, call] as const))(
    "%s carries the token and the cookies [S7.015] [S7.017]",
    async (_path, call) => {
      const sent: (RequestInit | undefined)[] = [];
      const transport = createTransport(nobody, {
        fetcher: async (_address, init) => {
          sent.push(init);
          return Response.json({ code: 0, data: null, message: "" });
        },
      });
      await transport.send(call, { id: "kept" });
      await transport.file(call, { id: "kept" });
      expect(sent.map((init) => [new Headers(init?.headers).get("token"), init?.credentials])).toEqual([
        ["t", "include"],
        ["t", "include"],
      ]);
    },
  );
});

it("an answer of code 0 is a success, whose data is used and of which nobody is told [S8.001]", async () => {
  const refused: unknown[] = [];
  const identity = { ...nobody, refused: (refusal: unknown) => refused.push(refusal) };
  const transport = createTransport(identity, { fetcher: async () => Response.json({ code: 0, data: { total: 7 }, message: "ok" }) });
  for (const call of calls.slice(0, 3)) expect(await transport.send(call, {})).toEqual({ data: { total: 7 } });
  expect(refused).toEqual([]);
});

describe("what comes instead of the server's answer", () => {
  const [call] = calls;
  const page = (status: number) =>
    new Response("<html><body><h1>nginx</h1></body></html>", { status, headers: { "Content-Type": "text/html" } });
  it.each([
    [413, "proxyTooLarge"],
    [502, "proxyUnreachable"],
    [503, "proxyUnreachable"],
    [504, "proxyTimeout"],
    [404, "unreadable"],
    [401, "unreadable"],
  ] as const)("a proxy's page of %i is %s, for calls and for files", async (status, code) => {
    if (!call) throw new Error("there is no call");
    const refused: unknown[] = [];
    const identity = { token: () => "t", language: () => "en" as const, refused: (refusal: unknown) => refused.push(refusal) };
    const transport = createTransport(identity, { fetcher: async () => page(status) });
    const refusal = { code, message: "", data: null };
    expect(await transport.send(call, {})).toEqual({ error: refusal });
    expect(await transport.file(call, {})).toEqual({ error: refusal });
    expect(refused).toEqual([refusal, refusal]);
  });
  it("the server's own envelope counts, whatever its status is", async () => {
    if (!call) throw new Error("there is no call");
    const envelope = { code: 413, data: null, message: "too large" };
    const transport = createTransport(nobody, { fetcher: async () => Response.json(envelope, { status: 413 }) });
    expect(await transport.send(call, {})).toEqual({ error: envelope });
  });
});

describe("a call that is asked too early", () => {
  afterEach(() => void vi.useRealTimers());
  const open = (answers: Response[], patience = 10_000) => {
    const sent: string[] = [];
    const refusals: unknown[] = [];
    const transport = createTransport(
      { ...nobody, refused: ({ code }) => refusals.push(code) },
      {
        fetcher: async (_address, init) => {
          sent.push(String(init?.body));
          return answers.shift() ?? Response.json({ code: 0, data: "done", message: "" });
        },
        patienceFor: () => patience,
      },
    );
    return { transport, sent, refusals };
  };
  const tooMany = (headers: Record<string, string>) => Response.json({ code: 429, data: null, message: "" }, { status: 429, headers });
  const [call] = calls.filter(({ path }) => path === "/api/company/post");

  it("is made again, with what was entered, when the answer says after how long", async () => {
    const { transport, sent, refusals } = open([tooMany({ "Retry-After": "1" })]);
    if (!call) throw new Error("no such call");
    expect(await transport.send(call, { name: "entered" })).toEqual({ data: "done" });
    expect(sent).toEqual(["name=entered", "name=entered"]);
    expect(refusals).toEqual([]);
  });

  it("has as much longer as the answer says, and is not held to be late", async () => {
    vi.useFakeTimers();
    const { transport, sent, refusals } = open([tooMany({ "Retry-After": "3" })], 1_000);
    if (!call) throw new Error("no such call");
    const answered = transport.send(call, { name: "entered" });
    await vi.advanceTimersByTimeAsync(2_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answered).toEqual({ data: "done" });
    expect(refusals).toEqual([]);
  });

  it("is told when the answer says no time", async () => {
    const { transport, sent, refusals } = open([tooMany({})]);
    if (!call) throw new Error("no such call");
    expect(await transport.send(call, { name: "entered" })).toMatchObject({ error: { code: 429 } });
    expect([sent.length, refusals]).toEqual([1, [429]]);
  });
});

describe("a server that does not answer", () => {
  /** What `fetch` does with a connection that died without a word. */
  const silent: typeof fetch = (_address, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
  const patienceFor = () => 20;
  const pathed = (path: string) => {
    const call = calls.find((one) => one.path === path);
    if (!call) throw new Error(`no call ${path}`);
    return call;
  };

  it("is told of once the call's time is over, a write with a word of its own, since it may be done", async () => {
    const refused: unknown[] = [];
    const transport = createTransport({ ...nobody, refused: ({ code }) => refused.push(code) }, { fetcher: silent, patienceFor });
    expect(await transport.send(pathed("/api/device/query"), {})).toEqual({ error: { code: "late", message: "", data: null } });
    expect(await transport.send(pathed("/api/device/put"), {})).toMatchObject({ error: { code: "lateWrite" } });
    expect(await transport.file(pathed("/api/device_state_log/dlexcel"), {})).toMatchObject({ error: { code: "late" } });
    expect(refused).toEqual(["late", "lateWrite", "late"]);
  });

  it("is told of in the middle of an answer, too", async () => {
    const headers = { "Content-Disposition": "attachment" };
    const halves = () => new ReadableStream({ start: (body) => body.enqueue(new Uint8Array([1])) });
    const fetcher: typeof fetch = async (_address, init) => {
      const body = halves().pipeThrough(new TransformStream(), init?.signal ? { signal: init.signal } : {});
      return new Response(body, { headers });
    };
    const transport = createTransport(nobody, { fetcher, patienceFor });
    expect(await transport.file(pathed("/api/device_state_log/dlexcel"), {})).toMatchObject({ error: { code: "late" } });
  });

  it("is not told of to whoever no longer wants the answer", async () => {
    const refused: unknown[] = [];
    const transport = createTransport({ ...nobody, refused: ({ code }) => refused.push(code) }, { fetcher: silent });
    const leaving = new AbortController();
    const asked = transport.send(pathed("/api/device/query"), {}, leaving.signal);
    leaving.abort();
    expect(await asked).toMatchObject({ error: { code: "network" } });
    expect(refused).toEqual([]);
  });

  it("has longer for uploads and for files than for other calls", () => {
    const [plain, upload, file] = ["/api/device/query", "/api/image_file/upload", "/api/device_state_log/dlexcel"].map((path) =>
      patienceOfCall(pathed(path)),
    );
    expect(plain).toBeLessThan(Number(upload));
    expect(plain).toBeLessThan(Number(file));
  });
});

describe("the server's clock", () => {
  const hour = 3_600_000;

  it.each([3 * hour, -3 * hour, 26 * hour])(
    "is followed by a browser whose own is %i ms ahead, from the date of an answer on",
    async (ahead) => {
      const real = Date.now;
      const clock = openServerClock(() => Date.now());
      const [call] = calls;
      if (!call) throw new Error("there is no call");
      const said = new Date(real()).toUTCString();
      Date.now = () => real() + ahead;
      try {
        const fetcher = async () => Response.json({ code: 0, data: null, message: "" }, { headers: { Date: said } });
        await createTransport(nobody, { fetcher, clock }).send(call, {});
        expect(Math.abs(clock.now() - real())).toBeLessThan(2000);
        expect(Math.abs(clock.ahead() - ahead)).toBeLessThan(2000);
      } finally {
        Date.now = real;
      }
    },
  );

  it("keeps what fits an answer, and moves by as little as makes it fit", () => {
    const clock = openServerClock(() => 10_000);
    const changes: number[] = [];
    clock.subscribe(() => changes.push(clock.ahead()));
    clock.heard(9_500, 9_900, 10_000, 1000);
    clock.heard(7_000, 9_900, 10_000);
    clock.heard(6_000, 9_900, 10_000, 1000);
    clock.heard(Number.NaN, 9_900, 10_000);
    clock.heard(12_000, 9_900, 10_000);
    expect(changes).toEqual([2_900, -2_000]);
    expect(clock.now()).toBe(12_000);
  });
});
