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
