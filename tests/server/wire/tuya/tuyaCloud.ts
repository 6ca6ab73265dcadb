import { createCipheriv, createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

type Json = Record<string, unknown>;

export interface CloudDevice {
  online: boolean;
  status: { code: string; value: unknown }[];
}

export interface HeardCall {
  method: string;
  path: string;
  body: unknown;
}

/** Refused, or not answered with what it was asked for; `held`: answered when that is taken back. */
export type Refusal = { code: number; msg: string } | "garbage" | "silence" | "held";

export interface TuyaCloud {
  readonly variables: Record<string, string>;
  readonly devices: Map<string, CloudDevice>;
  /** Calls that were signed as they have to be, tokens apart. */
  readonly calls: readonly HeardCall[];
  /** Tokens that were given out. */
  readonly tokens: readonly string[];
  /** Why calls and log-ins were turned away at the door. */
  readonly turnedAway: readonly string[];
  /** What is answered to calls whose path holds the text, until it is taken back. */
  refuse(part: string, refusal: Refusal | undefined): void;
  /** How many calls have come and are held. */
  holding(): number;
  /** What a device does with a command. */
  obeys: (id: string, commands: { code: string; value: unknown }[]) => void;
  /** Seconds that tokens from now on are good for. */
  tokenSeconds: number;
  /** All tokens are taken back. */
  endTokens(): void;
  /** A message into the queue, enciphered in the way of the project; answers its id. */
  push(data: Json | string, options?: { protocol?: number; mode?: "gcm" | "ecb"; secret?: string }): string;
  /** A frame as it stands; one with an id stays in the queue until it is acknowledged. */
  pushRaw(frame: string, id?: string): void;
  readonly waiting: readonly string[];
  /** Every time that a message went out, by its id. */
  readonly sent: readonly string[];
  readonly consumers: number;
  cut(): void;
  /** The queue is away, or back. */
  away: boolean;
  /** The queue lets in, and closes at once. */
  shuts: boolean;
  /** When each log-in to the queue came, on a clock that only goes forward. */
  readonly dialled: readonly number[];
  close(): Promise<void>;
}

const id = "a1b2c3d4e5f6g7h8i9j0";
const secret = "0123456789abcdefFEDCBA9876543210";

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
const password = md5(id + md5(secret)).substr(8, 16);

const enciphered = (text: string, mode: "gcm" | "ecb", by: string): string => {
  const key = Buffer.from(by.substring(8, 24));
  if (mode === "ecb") {
    const cipher = createCipheriv("aes-128-ecb", key, null);
    return Buffer.concat([cipher.update(text, "utf8"), cipher.final()]).toString("base64");
  }
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const bytes = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, bytes, cipher.getAuthTag()]).toString("base64");
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
};

/** Tuya's cloud as far as a server meets it: it lets in who signs as the vendor says, and keeps what was not acknowledged. */
export const openTuyaCloud = async (now: () => number = Date.now): Promise<TuyaCloud> => {
  const devices = new Map<string, CloudDevice>();
  const calls: HeardCall[] = [];
  const turnedAway: string[] = [];
  const tokens = new Map<string, number>();
  const given: string[] = [];
  const nonces = new Set<string>();
  const refusals = new Map<string, Refusal>();
  const frames = new Map<string, string>();
  const sent: string[] = [];
  const lines = new Set<WebSocket>();
  const held = new Set<{ part: string; release: () => void }>();
  const dialled: number[] = [];

  const fault = (request: IncomingMessage, body: string): { code: number; msg: string } | undefined => {
    const head = (name: string): string => String(request.headers[name] ?? "");
    const path = request.url ?? "";
    const isToken = path.startsWith("/v1.0/token");
    if (head("client_id") !== id) return { code: 1005, msg: "clientId invalid" };
    if (head("sign_method") !== "HMAC-SHA256" || !/^\d{13}$/.test(head("t"))) return { code: 1004, msg: "sign invalid" };
    if (Math.abs(Number(head("t")) - now()) > 300_000) return { code: 1013, msg: "request time is invalid" };
    if (nonces.has(head("nonce"))) return { code: 1004, msg: "nonce repeated" };
    nonces.add(head("nonce"));
    const token = isToken ? "" : head("access_token");
    const text = `${request.method}\n${createHash("sha256").update(body).digest("hex")}\n\n${path}`;
    const expected = createHmac("sha256", secret)
      .update(`${id}${token}${head("t")}${head("nonce")}${text}`)
      .digest("hex")
      .toUpperCase();
    if (head("sign") !== expected) return { code: 1004, msg: "sign invalid" };
    if (isToken) return undefined;
    const until = tokens.get(token);
    if (until === undefined) return { code: 1011, msg: "token invalid" };
    return until > now() ? undefined : { code: 1010, msg: "token is expired" };
  };

  const resultOf = ({ method, path, body }: HeardCall): unknown => {
    const [, one, act] = /^\/v1\.0\/iot-03\/devices\/([^/?]+)\/(.+)$/.exec(path) ?? [];
    const asked = new URL(path, "http://cloud").searchParams.get("device_ids")?.split(",") ?? [];
    const known = asked.flatMap((name) => (devices.has(name) ? [[name, devices.get(name) as CloudDevice] as const] : []));
    if (asked.length > 20) return { code: 1109, msg: "param is illegal" };
    if (method === "GET" && path.startsWith("/v2.0/cloud/thing/batch?"))
      return known.map(([name, { online }]) => ({ id: name, is_online: online, local_key: "unused" }));
    if (method === "GET" && path.startsWith("/v1.0/iot-03/devices/status?"))
      return known.map(([name, { status }]) => ({ id: name, status }));
    const device = devices.get(one ?? "");
    if (!device) return undefined;
    if (method === "GET" && act === "status") return device.status;
    if (method === "POST" && act === "commands") {
      const { commands } = body as { commands: { code: string; value: unknown }[] };
      queueMicrotask(() => cloud.obeys(one ?? "", commands));
      return true;
    }
    return method === "POST" && act === "actions/reset" ? true : undefined;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await bodyOf(request);
    const path = request.url ?? "";
    const say = (body: Json): void =>
      void response.setHeader("Content-Type", "application/json").end(JSON.stringify({ ...body, t: now() }));
    const refused = fault(request, text);
    if (refused) {
      turnedAway.push(`${refused.code} ${path}`);
      return say({ success: false, ...refused });
    }
    const planned = [...refusals].find(([part]) => path.includes(part))?.[1];
    if (planned === "held")
      await new Promise<void>((release) => held.add({ part: [...refusals].find(([part]) => path.includes(part))?.[0] ?? "", release }));
    else if (planned === "garbage") return void response.end("<html>");
    else if (planned === "silence") return void response.destroy();
    else if (planned) return say({ success: false, ...planned });
    if (path === "/v1.0/token?grant_type=1") {
      const token = randomUUID();
      given.push(token);
      tokens.set(token, now() + cloud.tokenSeconds * 1000);
      return say({ success: true, result: { access_token: token, expire_time: cloud.tokenSeconds, refresh_token: "r", uid: "u" } });
    }
    const call = { method: request.method ?? "", path, body: text === "" ? undefined : JSON.parse(text) };
    calls.push(call);
    const result = resultOf(call);
    say(result === undefined ? { success: false, code: 1106, msg: "permission deny" } : { success: true, result });
  };

  const http = createServer((request, response) => void answer(request, response));
  const sockets = new WebSocketServer({ noServer: true });
  const deliver = (line: WebSocket, name: string): void => {
    sent.push(name);
    line.send(frames.get(name) ?? "");
  };
  http.on("upgrade", (request, socket, head) => {
    const expected = `/ws/v2/consumer/persistent/${id}/out/event/${id}-sub`;
    const { pathname, searchParams } = new URL(request.url ?? "", "http://queue");
    const isOwn = request.headers.username === id && request.headers.password === password;
    if (cloud.away || !isOwn || pathname !== expected || searchParams.get("subscriptionType") !== "Failover") {
      turnedAway.push(cloud.away ? "away" : "queue");
      return void socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n");
    }
    dialled.push(performance.now());
    sockets.handleUpgrade(request, socket, head, (line) => {
      if (cloud.shuts) return line.close();
      lines.add(line);
      line.on("close", () => lines.delete(line));
      line.on("message", (data) => {
        const { messageId } = JSON.parse(String(data));
        frames.delete(messageId);
      });
      for (const name of frames.keys()) deliver(line, name);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;

  const cloud: TuyaCloud = {
    variables: {
      TUYA_ACCESS_ID: id,
      TUYA_ACCESS_SECRET: secret,
      TUYA_ENDPOINT: `http://127.0.0.1:${port}`,
      TUYA_QUEUE: `ws://127.0.0.1:${port}`,
    },
    ...{ devices, calls, turnedAway, sent, dialled, tokenSeconds: 7200, away: false, shuts: false },
    tokens: given,
    obeys: () => undefined,
    holding: () => held.size,
    refuse(part, refusal) {
      if (refusal) refusals.set(part, refusal);
      else refusals.delete(part);
      for (const one of held) {
        if (one.part !== part) continue;
        held.delete(one);
        one.release();
      }
    },
    endTokens: () => tokens.clear(),
    push(data, { protocol = 1000, mode = "gcm", secret: by = secret } = {}) {
      const text = typeof data === "string" ? data : JSON.stringify(data);
      const message = { protocol, pv: "2.0", t: now(), data: enciphered(text, mode, by), sign: "unused" };
      const messageId = randomUUID();
      const payload = Buffer.from(JSON.stringify(message)).toString("base64");
      const properties = mode === "gcm" ? { em: "aes_gcm" } : {};
      frames.set(
        messageId,
        JSON.stringify({ messageId, payload, properties, publishTime: new Date(now()).toISOString(), redeliveryCount: 0 }),
      );
      for (const line of lines) deliver(line, messageId);
      return messageId;
    },
    pushRaw(frame, name) {
      if (name !== undefined) frames.set(name, frame);
      for (const line of lines) line.send(frame);
    },
    get waiting() {
      return [...frames.keys()];
    },
    get consumers() {
      return lines.size;
    },
    cut() {
      for (const line of lines) line.terminate();
    },
    async close() {
      for (const line of lines) line.terminate();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return cloud;
};
