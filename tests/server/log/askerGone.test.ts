import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addDevice, addTemplate, connectDevice, until } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

let site: Site;
let token: string;

beforeAll(async () => {
  site = await openSite();
  token = await site.signIn("admin", adminPassword);
});
afterAll(() => site.close());

/** Asks, and closes the connection when it is told to. */
const asks = async (path: string, type: string, body: string, length = Buffer.byteLength(body)) => {
  const socket = connect(site.gatehouse.httpPort, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const head = [`POST /api/${path} HTTP/1.1`, "Host: localhost", `token: ${token}`, `Content-Type: ${type}`, `Content-Length: ${length}`];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  return socket;
};

const kept = (call: string) =>
  until(
    () =>
      site.gatehouse.services.db
        .selectFrom("operation_log")
        .select(["account", "address", "code"])
        .where("call", "=", call)
        .execute()
        .then((rows) => rows.length > 0 && rows),
    `the row of ${call}`,
  );

it("keeps a command in the operation log whose asker has hung up before the device replied", async () => {
  const { recipeId, points } = await addTemplate(site, token, "Valve", [{ name: "开度", address: "1", writable: true }]);
  const id = await addDevice(site, token, { sn: "VALVE-1", recipeId });
  const client = await connectDevice(site, "VALVE-1");
  await client.subscribeAsync("gw/VALVE-1/command", { qos: 1 });
  const told = new Promise<string>((resolve) => client.once("message", (_topic, payload) => resolve(payload.toString())));
  const body = JSON.stringify({ id, slave: 1, values: { [points["1"] ?? ""]: 5 } });
  const asker = await asks("device/cmd", "application/json", body);
  const command = JSON.parse(await told);
  asker.resetAndDestroy();
  await once(asker, "close");
  await client.publishAsync("gw/VALVE-1/command/reply", JSON.stringify({ id: command.id, code: 0 }), { qos: 1 });
  expect(await kept("/api/device/cmd")).toEqual([{ account: "admin", address: "127.0.0.1", code: 0 }]);
  await client.endAsync();
});

it("keeps an upload in the operation log whose asker has hung up in its midst", async () => {
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  const asker = await asks("image_file/upload", "multipart/form-data; boundary=x", `${part}${"a".repeat(5000)}`, 100_000);
  await until(() => site.gatehouse.app.server.listening && asker.bytesWritten > 5000, "the first part");
  asker.resetAndDestroy();
  expect(await kept("/api/image_file/upload")).toEqual([{ account: "admin", address: "127.0.0.1", code: 400 }]);
});
