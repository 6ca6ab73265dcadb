import { Agent, request } from "node:http";
import type { Call, RequestOf } from "#contract/kit/call.ts";
import { encodeFields } from "#contract/kit/wire.ts";

export interface HttpClient {
  /** Milliseconds from the question to the last byte of the answer; throws when it is not a success. */
  call(path: string, fields: object): Promise<number>;
  /** The same for a call that the asker may not make; throws when it is answered. */
  refused(path: string, fields: object): Promise<number>;
  /** The same in the call's own encoding. */
  send<C extends Call>(call: C, fields: RequestOf<C> & object): Promise<number>;
  /** The same for `GET /healthz`: the least that a round trip costs. */
  health(): Promise<number>;
}

interface Trip {
  milliseconds: number;
  status: number;
  text: string;
}

/** A client with one connection of its own, which it keeps. */
export const httpClient = (port: number, token: string): HttpClient => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const timed = (path: string, method: "GET" | "POST", headers: Record<string, string>, body: string): Promise<Trip> =>
    new Promise((resolve, reject) => {
      const start = performance.now();
      const asked = request({ agent, host: "127.0.0.1", port, path, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const milliseconds = performance.now() - start;
          resolve({ milliseconds, status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") });
        });
        response.on("error", reject);
      });
      asked.on("error", reject);
      asked.end(body);
    });
  const ask = (path: string, fields: object): Promise<Trip> => {
    const body = new URLSearchParams(encodeFields(fields)).toString();
    return timed(path, "POST", { token, "Content-Type": "application/x-www-form-urlencoded" }, body);
  };
  const succeeded = (path: string, { text }: Trip): void => {
    if (!text.startsWith('{"code":0')) throw new Error(`${path}: ${text.slice(0, 200)}`);
  };
  return {
    async call(path, fields) {
      const trip = await ask(path, fields);
      succeeded(path, trip);
      return trip.milliseconds;
    },
    async refused(path, fields) {
      const { milliseconds, status, text } = await ask(path, fields);
      if (status !== 403) throw new Error(`${path} was not refused: ${text.slice(0, 200)}`);
      return milliseconds;
    },
    async send(call, fields) {
      const type = { json: "application/json", raw: "text/plain" }[call.encoding as string];
      const trip = type
        ? await timed(call.path, "POST", { token, "Content-Type": type }, JSON.stringify(fields))
        : await ask(call.path, fields);
      succeeded(call.path, trip);
      return trip.milliseconds;
    },
    health: async () => (await timed("/healthz", "GET", {}, "")).milliseconds,
  };
};
