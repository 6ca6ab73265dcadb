import { describe, expect, it } from "vitest";
import { resources } from "#contract/resources.ts";
import { createTransport } from "#store/transport.ts";

const calls = resources.flatMap((resource) => Object.values(resource.calls));

describe("what the console sends", () => {
  it.each(calls.map((call) => [call.path, call] as const))("%s has no field that the call does not take", async (_path, call) => {
    const sent: string[] = [];
    const transport = createTransport({ token: () => "t", language: () => "zh", refused: () => {} }, "", async (address, init) => {
      const body = init?.body;
      sent.push(String(address), ...(body instanceof FormData ? [...body.keys()] : [String(body)]));
      return Response.json({ code: 0, data: null, message: "" });
    });
    await transport.send(call, { id: "kept", ids: ["kept"], straying: "left out" });
    expect(sent.join(" ")).not.toContain("straying");
    expect(sent.join(" ").includes("kept")).toBe(["id", "ids"].some((name) => name in ((call.request as { shape?: object }).shape ?? {})));
  });
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
    const transport = createTransport(identity, "", async () => page(status));
    const refusal = { code, message: "", data: null };
    expect(await transport.send(call, {})).toEqual({ error: refusal });
    expect(await transport.file(call, {})).toEqual({ error: refusal });
    expect(refused).toEqual([refusal, refusal]);
  });
  it("the server's own envelope counts, whatever its status is", async () => {
    if (!call) throw new Error("there is no call");
    const envelope = { code: 413, data: null, message: "too large" };
    const transport = createTransport({ token: () => "t", language: () => "en", refused: () => {} }, "", async () =>
      Response.json(envelope, { status: 413 }),
    );
    expect(await transport.send(call, {})).toEqual({ error: envelope });
  });
});

describe("a call that is asked too early", () => {
  const open = (answers: Response[]) => {
    const sent: string[] = [];
    const refusals: unknown[] = [];
    const transport = createTransport(
      { token: () => "t", language: () => "zh", refused: ({ code }) => refusals.push(code) },
      "",
      async (_address, init) => {
        sent.push(String(init?.body));
        return answers.shift() ?? Response.json({ code: 0, data: "done", message: "" });
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

  it("is told when the answer says no time", async () => {
    const { transport, sent, refusals } = open([tooMany({})]);
    if (!call) throw new Error("no such call");
    expect(await transport.send(call, { name: "entered" })).toMatchObject({ error: { code: 429 } });
    expect([sent.length, refusals]).toEqual([1, [429]]);
  });
});
