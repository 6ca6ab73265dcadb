import { type CodeName, codes } from "#contract/codes.ts";
import { subscription } from "#contract/realtime.ts";
import { Allowance } from "#server/kit/allowance.ts";
import type { Caller } from "#server/kit/caller.ts";
import { type Access, type Client, sees } from "#server/realtime/audience.ts";
import type { DeviceWatches } from "#server/realtime/deviceWatches.ts";

/** A subscription that was refused to somebody who is signed in. */
export interface RefusedSubscription {
  caller: Caller;
  address: string;
  deviceId: string;
  code: "forbidden" | "notFound";
}

interface Options {
  failed: (fault: unknown, message: string) => void;
  refused: (refusal: RefusedSubscription) => Promise<void>;
  address: (client: Client) => string;
  watches: Pick<DeviceWatches, "add" | "remove">;
  /** The call path that a subscriber has to hold. */
  grant: string;
  epoch: () => number;
  find: (token: string) => Promise<Caller | undefined>;
  /** Path of the organisation that owns the device now. */
  ownerOf: (deviceId: string) => Promise<string | undefined>;
  whatSees: (caller: Caller) => Promise<Access>;
}

const perSocket = { devices: 50, asking: 20 };
/** Subscriptions that one session may ask for. */
const perSession = { perSecond: 20, burst: 200 };

const reply = (answer: unknown, code: CodeName): void => {
  if (typeof answer === "function") answer({ code: codes[code].code });
};

/** Answers subscibe_device_on and subscibe_device_off. A foreign device and a missing one get the same answer. */
export const openSubscribing = ({ failed, refused, address, watches, grant, epoch, find, ownerOf, whatSees }: Options) => {
  const refuse = async (client: Client, caller: Caller, deviceId: string, code: RefusedSubscription["code"]): Promise<CodeName> => {
    await refused({ caller, address: address(client), deviceId, code });
    return code;
  };
  /** Until nothing that decides who sees what has changed while it was being looked up. */
  const decide = async (client: Client, token: string, deviceId: string, mine: symbol): Promise<CodeName> => {
    for (;;) {
      const asked = epoch();
      const caller = await find(token);
      if (caller?.sessionId !== client.data.session.id) return "sessionEnded";
      if (!caller.grants.has(grant)) return refuse(client, caller, deviceId, "forbidden");
      const owner = await ownerOf(deviceId);
      const access = await whatSees(caller);
      if (client.data.asked.get(deviceId) !== mine) return "notFound";
      if (asked !== epoch()) continue;
      if (owner === undefined || !sees(access, { deviceId, companyPath: owner })) return refuse(client, caller, deviceId, "notFound");
      watches.add(client, deviceId, owner);
      return "ok";
    }
  };

  const allowance = new Allowance(perSession);

  const subscribe = async (client: Client, token: string, deviceId: string): Promise<CodeName> => {
    const { data } = client;
    if (allowance.ask(data.session.id, performance.now()) > 0) return "tooMany";
    if (data.asking >= perSocket.asking || (data.asked.size >= perSocket.devices && !data.asked.has(deviceId))) return "tooMany";
    const mine = Symbol(deviceId);
    data.asked.set(deviceId, mine);
    data.asking += 1;
    let code: CodeName = "fault";
    try {
      code = await decide(client, token, deviceId, mine);
    } catch (error) {
      failed(error, "a subscription could not be judged");
    }
    data.asking -= 1;
    if (code !== "ok" && data.asked.get(deviceId) === mine) {
      data.asked.delete(deviceId);
      watches.remove(client, deviceId);
    }
    return code;
  };

  const unsubscribe = (client: Client, token: string, deviceId: string): CodeName => {
    if (token !== client.data.session.token) return "sessionEnded";
    client.data.asked.delete(deviceId);
    watches.remove(client, deviceId);
    return "ok";
  };

  return {
    on(client: Client, payload: unknown, answer: unknown): void {
      const asked = subscription.safeParse(payload);
      if (asked.success) void subscribe(client, asked.data.token, asked.data.deviceId).then((code) => reply(answer, code));
      else reply(answer, "badRequest");
    },
    off(client: Client, payload: unknown, answer: unknown): void {
      const asked = subscription.safeParse(payload);
      reply(answer, asked.success ? unsubscribe(client, asked.data.token, asked.data.deviceId) : "badRequest");
    },
  };
};
