import { Agent, request } from "node:http";
import { encodeFields } from "#contract/kit/wire.ts";

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

export interface HttpClient {
  /** Milliseconds from the question to the last byte of the answer; throws when it is not a success. */
  call(path: string, fields: object): Promise<number>;
  /** The same for `GET /healthz`: the least that a round trip costs. */
  health(): Promise<number>;
}

const timed = (port: number, path: string, method: "GET" | "POST", headers: Record<string, string>, body: string) =>
  new Promise<{ milliseconds: number; text: string }>((resolve, reject) => {
    const start = performance.now();
    const asked = request({ agent, host: "127.0.0.1", port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ milliseconds: performance.now() - start, text: Buffer.concat(chunks).toString("utf8") }));
      response.on("error", reject);
    });
    asked.on("error", reject);
    asked.end(body);
  });

export const httpClient = (port: number, token: string): HttpClient => ({
  async call(path, fields) {
    const body = new URLSearchParams(encodeFields(fields)).toString();
    const headers = { token, "Content-Type": "application/x-www-form-urlencoded" };
    const { milliseconds, text } = await timed(port, path, "POST", headers, body);
    if (!text.startsWith('{"code":0')) throw new Error(`${path}: ${text.slice(0, 200)}`);
    return milliseconds;
  },
  health: async () => (await timed(port, "/healthz", "GET", {}, "")).milliseconds,
});
