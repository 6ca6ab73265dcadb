import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auth } from "#contract/resources/auth.ts";
import { openSite, type Site } from "#tests/server/site.ts";

const listening = async (answer: RequestListener): Promise<{ server: Server; address: string }> => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

describe("the gateway for texts", () => {
  let site: Site;
  let gateway: Awaited<ReturnType<typeof listening>>;
  let elsewhere: Awaited<ReturnType<typeof listening>>;
  let strayed = 0;
  const heard: { authorization: string | undefined; body: string }[] = [];
  let redirecting = false;

  beforeAll(async () => {
    elsewhere = await listening((_request, response) => {
      strayed += 1;
      response.end();
    });
    gateway = await listening((request, response) => {
      if (redirecting) return response.writeHead(307, { Location: elsewhere.address }).end();
      let body = "";
      request.on("data", (part: Buffer) => {
        body += part.toString();
      });
      request.on("end", () => {
        heard.push({ authorization: request.headers.authorization, body });
        response.end("{}");
      });
      return undefined;
    });
    site = await openSite({ variables: { SMS_URL: gateway.address, SMS_TOKEN: "gateway-token" } });
    await site.addUser({ account: "a", phone: "13800138001" });
    await site.addUser({ account: "b", phone: "13800138002" });
  });
  afterAll(async () => {
    await site.close();
    gateway.server.close();
    elsewhere.server.close();
  });

  it("gets phone and code with the operator's token", async () => {
    expect((await site.ask(auth.calls.send_reset_pass_code, { phone: "13800138001" })).code).toBe(0);
    expect(heard).toEqual([
      { authorization: "Bearer gateway-token", body: expect.stringMatching(/^\{"phone":"13800138001","text":"\d{6}"\}$/) },
    ]);
  });

  it("does not lead the server to another address", async () => {
    redirecting = true;
    expect((await site.ask(auth.calls.send_reset_pass_code, { phone: "13800138002" })).code).toBe(1317);
    expect(strayed).toBe(0);
  });
});
