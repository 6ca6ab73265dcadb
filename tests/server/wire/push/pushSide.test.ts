import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readPostBody } from "#server/wire/push/postBody.ts";
import { basicCredentials, postTarget } from "#server/wire/push/postRequest.ts";
import { openPushSide, type PushLimits, pushLimits } from "#server/wire/push/pushSide.ts";
import { NotStored } from "#server/wire/transport.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface Told {
  noted?: (...what: unknown[]) => void;
  commands?: string[];
  received?: () => Promise<never[]>;
  unprocessed?: () => Promise<void>;
}

const opened = (
  limits: Partial<PushLimits> = {},
  { received = async () => [], unprocessed = async () => undefined, noted = () => undefined, commands = [] }: Told = {},
) =>
  openPushSide({
    door: { attempt: async (sn) => ({ sn, deviceId: sn }), stats: () => ({ refusedLogins: 0, limitedLogins: 0 }) },
    side: {
      authenticate: async () => "refused",
      received,
      unprocessed,
      withDevice: async ({ deviceId }, work) => work({ id: deviceId } as never),
    },
    posting: { posted: () => undefined, collect: () => commands },
    faults: { noteMinutely: noted },
    log: silent,
    limits: { ...pushLimits, ...limits },
  });

const request = (sn: string, body: string | undefined) => {
  const stream = new PassThrough();
  if (body !== undefined) stream.end(body);
  const authorization = `Basic ${Buffer.from(`${sn}:secret`).toString("base64")}`;
  return {
    path: `${sn}/telemetry`,
    remote: "10.0.0.1",
    body: stream,
    request: Object.assign(stream, { method: "POST", headers: { authorization } }) as never,
  };
};

afterEach(() => vi.useRealTimers());

describe("what is posted", () => {
  it("is refused for a while when a device posts faster than it may, and no other device with it", async () => {
    const noted: unknown[] = [];
    const push = opened({ perSecond: 0.0001, burst: 2 }, { noted: (...what) => void noted.push(what) });
    const status = async (sn: string) => (await push.answer(request(sn, "[]"))).status;
    expect([await status("A"), await status("A"), await status("A")]).toEqual([200, 200, 429]);
    expect(await status("B")).toBe(200);
    expect([noted, push.stats()]).toEqual([[[{ id: "A" }, "flood", { code: "flooding" }, expect.anything(), 0]], { posts: 3, dropped: 1 }]);
    const { headers } = await push.answer(request("A", "[]"));
    expect(Number(headers?.["Retry-After"])).toBeGreaterThan(0);
  });

  it("is to come again after the seconds that its answer names, rounded up", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const push = opened({ perSecond: 1, burst: 2 });
    expect((await push.answer(request("A", "x".repeat(10.5 * 1024)))).status).toBe(200);
    const refused = async () => {
      const { status, headers } = await push.answer(request("A", "[]"));
      return [status, headers];
    };
    expect(await refused()).toEqual([429, { "Retry-After": 10 }]);
    vi.advanceTimersByTime(501);
    expect(await refused()).toEqual([429, { "Retry-After": 9 }]);
    vi.advanceTimersByTime(8_990);
    expect(await refused()).toEqual([429, { "Retry-After": 1 }]);
    vi.advanceTimersByTime(10);
    expect((await refused())[0]).toBe(200);
  });

  it("has to come again when it was not stored, and not when it could not be processed", async () => {
    const notStored = opened({}, { received: () => Promise.reject(new NotStored("disk full")) });
    const answer = await notStored.answer(request("A", "[]"));
    expect([answer.status, answer.headers]).toEqual([503, { "Retry-After": 5 }]);
    const unprocessed = vi.fn(async () => undefined);
    const broken = opened({}, { received: () => Promise.reject(new Error("odd")), unprocessed });
    expect((await broken.answer(request("A", "[]"))).status).toBe(200);
    expect(unprocessed).toHaveBeenCalledTimes(1);
    expect(broken.stats()).toEqual({ posts: 1, dropped: 1 });
    const worse = opened({}, { received: () => Promise.reject(new Error("odd")), unprocessed: () => Promise.reject(new Error("too")) });
    expect((await worse.answer(request("A", "[]"))).status).toBe(503);
  });

  it("is not taken, and gets no commands, once what its device signed in by counts no more", async () => {
    let stored: (faults: never[]) => void = () => undefined;
    const received = vi.fn(
      () =>
        new Promise<never[]>((resolve) => {
          stored = resolve;
        }),
    );
    const push = opened({}, { received, commands: ["{}"] });
    const storing = push.answer(request("A", "[]"));
    await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(1));
    const half = push.answer(request("A", undefined));
    const other = request("B", undefined);
    const unmoved = push.answer(other);
    await new Promise(setImmediate);
    push.drop("A");
    expect((await half).status).toBe(401);
    stored([]);
    expect(JSON.parse((await storing).body)).toEqual({ code: 0, message: "", commands: [] });
    other.body.end("[]");
    await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(2));
    stored([]);
    expect(JSON.parse((await unmoved).body).commands).toEqual([{}]);
  });

  it("is answered by a stop: what is being stored with its result, what has not come to its end with the refusal", async () => {
    let stored: (faults: never[]) => void = () => undefined;
    const storing = new Promise<never[]>((resolve) => {
      stored = resolve;
    });
    const received = vi.fn(() => storing);
    const push = opened({}, { received });
    const whole = push.answer(request("A", "[]"));
    await vi.waitFor(() => expect(received).toHaveBeenCalled());
    const half = push.answer(request("B", undefined));
    const stopped = push.stop(10_000);
    expect((await half).status).toBe(503);
    expect((await push.answer(request("C", "[]"))).status).toBe(503);
    stored([]);
    await stopped;
    expect((await whole).status).toBe(200);
  });
});

describe("the body of a post", () => {
  const read = (body: PassThrough, signal = new AbortController().signal) => readPostBody(body, { most: 4, withinMs: 60_000, signal });

  it("is read to its end, and no further than it may be long", async () => {
    const whole = new PassThrough();
    const reading = read(whole);
    whole.write("ab");
    whole.end("cd");
    expect(String(await reading)).toBe("abcd");
    const long = new PassThrough();
    const cut = read(long);
    long.write("abcde");
    expect(await cut).toBe("long");
  });

  it("has a minute to come in, and may break off", async () => {
    vi.useFakeTimers();
    const slow = read(new PassThrough());
    let answer: unknown = "waits";
    slow.then((read) => {
      answer = read;
    });
    await vi.advanceTimersByTimeAsync(59_999);
    expect(answer).toBe("waits");
    await vi.advanceTimersByTimeAsync(1);
    expect(answer).toBe("slow");
    vi.useRealTimers();
    const broken = new PassThrough();
    const reading = read(broken);
    broken.destroy();
    expect(await reading).toBe("gone");
  });
});

describe("the request of a post", () => {
  it("names device and kind in its path", () => {
    expect(postTarget("SN-1/telemetry")).toEqual({ sn: "SN-1", kind: "telemetry" });
    expect(postTarget("SN-1/command/reply")).toEqual({ sn: "SN-1", kind: "command/reply" });
    for (const path of ["", "telemetry", "/telemetry", "SN-1/", "SN-1/ota", "SN-1/telemetry/x"]) expect(postTarget(path)).toBe(undefined);
  });

  it("carries SN and password, which may hold any character", () => {
    const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
    expect(basicCredentials(basic("SN-1:a:b ü"))).toEqual({ sn: "SN-1", password: Buffer.from("a:b ü") });
    for (const header of [undefined, "", "Bearer x", "Basic", "Basic !", basic("SN-1")]) expect(basicCredentials(header)).toBe(undefined);
  });
});
