import { describe, expect, it, vi } from "vitest";
import { resources } from "#contract/resources.ts";
import { createTransport } from "#store/transport.ts";

const [call] = resources.flatMap((resource) => Object.values(resource.calls)).filter(({ path }) => path === "/api/device/query");
if (!call) throw new Error("there is no such call");

const open = (answer: (signal: AbortSignal | null | undefined) => Promise<Response>) => {
  const refused: unknown[] = [];
  const signals: (AbortSignal | null | undefined)[] = [];
  const transport = createTransport(
    { token: () => "t", language: () => "zh", refused: (refusal) => refused.push(refusal) },
    {
      fetcher: (_url, init) => {
        signals.push(init?.signal);
        return answer(init?.signal);
      },
    },
  );
  return { transport, refused, signals };
};
const network = { error: { code: "network", message: "", data: null } };

describe("a request that nobody wants any more", () => {
  it("is broken off, and nobody is told of a failure", async () => {
    const page = open(
      (signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason));
        }),
    );
    const ending = new AbortController();
    const asked = page.transport.send(call, {}, ending.signal);
    ending.abort();
    expect(await asked).toEqual(network);
    expect([page.signals.map((signal) => signal?.aborted), page.refused]).toEqual([[true], []]);
  });

  it("tells nothing either when the answer was there already: a refusal, a 401, or rows", async () => {
    for (const envelope of [
      { code: 500, data: null, message: "x" },
      { code: 401, data: null, message: "x" },
      { code: 0, data: [1], message: "" },
    ]) {
      const ending = new AbortController();
      const page = open(async () => {
        ending.abort();
        return Response.json(envelope);
      });
      expect(await page.transport.send(call, {}, ending.signal)).toEqual(network);
      expect(page.refused).toEqual([]);
    }
  });

  it("is not made again after a wait", async () => {
    vi.useFakeTimers();
    try {
      const page = open(async () =>
        Response.json({ code: 429, data: null, message: "" }, { status: 429, headers: { "Retry-After": "5" } }),
      );
      const ending = new AbortController();
      const asked = page.transport.send(call, {}, ending.signal);
      await vi.advanceTimersByTimeAsync(4_000);
      ending.abort();
      expect(await asked).toEqual(network);
      expect(vi.getTimerCount()).toBe(0);
      expect([page.signals.length, page.refused]).toEqual([1, []]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is told of as ever where it is wanted", async () => {
    const page = open(async () => Promise.reject(new TypeError("failed to fetch")));
    expect(await page.transport.send(call, {}, new AbortController().signal)).toEqual(network);
    expect(page.refused).toEqual([network.error]);
  });
});
