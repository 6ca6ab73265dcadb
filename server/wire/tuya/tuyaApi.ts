import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Lanes } from "#server/wire/lanes.ts";
import type { TuyaAccess } from "./tuyaAccess.ts";
import { type SignedCall, signedHeaders } from "./tuyaSignature.ts";

/** The cloud's refusal: its code, and its own words. */
export class TuyaRefusal extends Error {
  readonly code: number;
  readonly said: string;

  constructor(code: number, said: string) {
    super(`${code} ${said}`);
    this.name = "TuyaRefusal";
    this.code = code;
    this.said = said;
  }
}

/** No answer came that could be read. */
export class TuyaUnreachable extends Error {}

export interface TuyaDeviceStatus {
  readonly id: string;
  readonly status: readonly { readonly code: string; readonly value: unknown }[];
}

/** Calls of Tuya's IoT Core. Each rejects with a TuyaRefusal or with TuyaUnreachable. */
export interface TuyaApi {
  /**
   * Resolves when the cloud has taken the command; what the device makes of it is told by its next status. `begin` is called directly before
   * it is sent: where it throws, nothing is.
   */
  command(id: string, commands: readonly TuyaCommand[], begin: () => void): Promise<void>;
  /** The last that the cloud heard of a device. */
  status(id: string): Promise<TuyaDeviceStatus["status"]>;
  /** The same of twenty devices at the most; those that the cloud does not know are left out. */
  statuses(ids: readonly string[]): Promise<readonly TuyaDeviceStatus[]>;
  /** Of twenty devices at the most those that the cloud knows, and whether each is online. */
  presences(ids: readonly string[]): Promise<ReadonlyMap<string, boolean>>;
  /** Restores a device's factory settings: it forgets its network and leaves the cloud project. */
  reset(id: string): Promise<void>;
}

export interface TuyaCommand {
  readonly code: string;
  readonly value: number | string | boolean;
}

/** How many devices one call may ask after. */
export const mostAtOnce = 20;

export const commandPath = (id: string): string => `/v1.0/iot-03/devices/${id}/commands`;
export const commandBody = (commands: readonly TuyaCommand[]): string => JSON.stringify({ commands });

interface Options {
  access: TuyaAccess;
  now: () => number;
  /** A clock that only goes forward, in milliseconds. */
  uptime: () => number;
  /** Ends what is under way. */
  signal: AbortSignal;
  /** How long an answer may take. */
  answerMs?: number;
}

interface Asked extends Pick<SignedCall, "method" | "path"> {
  body?: string;
  begin?: () => void;
}

const callsAtOnce = 8;
/** A token is renewed so long before it expires, or at half its time where it has less. */
const renewedBeforeMs = 60_000;
/** The token has expired, is not valid, or has been taken back. */
export const tokenCodes: readonly number[] = [1010, 1011, 1012];

const envelope = z.object({
  success: z.boolean(),
  code: z.number().optional(),
  msg: z.string().optional(),
  result: z.unknown().optional(),
});
const grant = z.object({ access_token: z.string().min(1), expire_time: z.number() });
const status = z.array(z.object({ code: z.string(), value: z.unknown() }));
const statuses = z.array(z.object({ id: z.string(), status }));
/** Data centres differ in how they spell it. */
const details = z.array(z.object({ id: z.string(), is_online: z.boolean().optional(), isOnline: z.boolean().optional() }));

const readAs = <T>(shape: z.ZodType<T>, result: unknown): T => {
  const read = shape.safeParse(result);
  if (!read.success) throw new TuyaUnreachable("the answer has another shape", { cause: read.error });
  return read.data;
};

export const openTuyaApi = ({ access, now, uptime, signal, answerMs = 8000 }: Options): TuyaApi => {
  const lanes = new Lanes(callsAtOnce);
  let token: { text: Promise<string>; freshUntil: number } | undefined;

  const answered = async (call: Pick<SignedCall, "method" | "path" | "body" | "token">): Promise<unknown> => {
    const headers = signedHeaders(access, { ...call, t: now(), nonce: randomUUID() });
    const { method, path, body } = call;
    const answer = await fetch(`${access.endpoint}${path}`, {
      ...{ method, headers, redirect: "error", signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]) },
      ...(body === "" ? {} : { body }),
    })
      .then((response) => response.json())
      .catch((fault: unknown) => {
        throw new TuyaUnreachable("no answer", { cause: fault });
      });
    const { success, code = 0, msg = "", result } = readAs(envelope, answer);
    if (!success) throw new TuyaRefusal(code, msg);
    return result;
  };

  /** Calls that come meanwhile share what is asked for. */
  const tokenNow = (): Promise<string> => {
    if (token && uptime() < token.freshUntil) return token.text;
    const asked = { text: Promise.resolve(""), freshUntil: Number.POSITIVE_INFINITY };
    token = asked;
    const granted = async (): Promise<string> => {
      try {
        const answer = await answered({ method: "GET", path: "/v1.0/token?grant_type=1", body: "", token: "" });
        const { access_token, expire_time } = readAs(grant, answer);
        const lasts = expire_time * 1000;
        asked.freshUntil = uptime() + Math.max(lasts - renewedBeforeMs, lasts / 2);
        return access_token;
      } catch (fault) {
        if (token === asked) token = undefined;
        throw fault;
      }
    };
    asked.text = granted();
    return asked.text;
  };

  const call = async ({ method, path, body = "", begin }: Asked): Promise<unknown> => {
    const sent = (text: string): Promise<unknown> => {
      begin?.();
      return answered({ method, path, body, token: text });
    };
    const first = await tokenNow();
    try {
      return await sent(first);
    } catch (fault) {
      if (!(fault instanceof TuyaRefusal) || !tokenCodes.includes(fault.code)) throw fault;
      // Others may have renewed it by now.
      if (token && (await token.text) === first) token = undefined;
      return await sent(await tokenNow());
    }
  };
  /** What looks after many devices leaves room for what a person waits for. */
  const one = (asked: Asked) => lanes.run("one", () => call(asked));
  const many = (path: string, ids: readonly string[]) =>
    lanes.run("many", () => call({ method: "GET", path: `${path}?device_ids=${ids.join(",")}` }));

  return {
    async command(id, commands, begin) {
      await one({ method: "POST", path: commandPath(id), body: commandBody(commands), begin });
    },
    status: async (id) => readAs(status, await one({ method: "GET", path: `/v1.0/iot-03/devices/${id}/status` })),
    statuses: async (ids) => readAs(statuses, await many("/v1.0/iot-03/devices/status", ids)),
    async presences(ids) {
      const found = readAs(details, await many("/v2.0/cloud/thing/batch", ids));
      return new Map(found.map(({ id, is_online, isOnline }) => [id, is_online ?? isOnline ?? false]));
    },
    async reset(id) {
      await one({ method: "POST", path: `/v1.0/iot-03/devices/${id}/actions/reset` });
    },
  };
};
