import type { ArgumentOf, Call, ResponseOf } from "#contract/kit/call.ts";
import { encodeFields } from "#contract/kit/wire.ts";

/** Asks a server, each time over a connection of its own, and gives the data of the answer; throws when it is not a success. */
export const siteAsker =
  (port: number, token: string) =>
  async <C extends Call>({ path, encoding }: C, fields: ArgumentOf<C> & object): Promise<ResponseOf<C>> => {
    const isJson = encoding === "json";
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers: isJson ? { token, "Content-Type": "application/json" } : { token },
      body: isJson ? JSON.stringify(fields) : new URLSearchParams(encodeFields(fields)),
    });
    const { code, message, data } = (await answer.json()) as { code: number; message: string; data: ResponseOf<C> };
    if (code !== 0) throw new Error(`${path}: ${message}`);
    return data;
  };
