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
