import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Site } from "#tests/server/site.ts";

export interface Answered {
  status: number;
  headers: Headers;
  body: { code: number; message: string; commands?: { id: string; slave: number; values: Record<string, unknown> }[] };
}

export const basic = (sn: string, password = "devicepw"): string => `Basic ${Buffer.from(`${sn}:${password}`).toString("base64")}`;

/** Posts as a device; an object is sent as JSON. */
export const post = async (
  site: Pick<Site, "base">,
  sn: string,
  kind: string,
  payload: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> => {
  const response = await fetch(`${site.base}/push/${encodeURIComponent(sn)}/${kind}`, {
    method: "POST",
    headers: { Authorization: basic(sn), "Content-Type": "application/json", ...headers },
    body: typeof payload === "string" ? payload : JSON.stringify(payload),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answered["body"] };
};

/** A post whose body stays behind what it announced. */
export const halfPost = async (site: Pick<Site, "base">, sn: string, begun = '{"values":'): Promise<Socket> => {
  const { hostname, port } = new URL(site.base);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  socket.resume();
  await once(socket, "connect");
  const head = [`POST /push/${sn}/telemetry HTTP/1.1`, "Host: gatehouse", `Authorization: ${basic(sn)}`, "Content-Length: 1000"];
  socket.write(`${head.join("\r\n")}\r\n\r\n${begun}`);
  return socket;
};
