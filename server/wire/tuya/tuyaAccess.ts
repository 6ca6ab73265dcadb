/** How the server is let into Tuya's cloud. The secret signs calls and opens messages; it is never sent. */
export interface TuyaAccess {
  readonly id: string;
  readonly secret: string;
  /** Origin of the data centre's API. */
  readonly endpoint: string;
  /** Origin of its message queue. */
  readonly queue: string;
}

/** Data centres whose message queue is known by their API: mainland China, western America, central Europe, India. */
const queues: Readonly<Record<string, string>> = {
  "openapi.tuyacn.com": "wss://mqe.tuyacn.com:8285",
  "openapi.tuyaus.com": "wss://mqe.tuyaus.com:8285",
  "openapi.tuyaeu.com": "wss://mqe.tuyaeu.com:8285",
  "openapi.tuyain.com": "wss://mqe.tuyain.com:8285",
};

export const queueOf = (endpoint: string): string | undefined => (URL.canParse(endpoint) ? queues[new URL(endpoint).host] : undefined);

/** An id as the cloud gives them; whatever else was typed names no device there. */
export const isTuyaId = (text: string): boolean => /^[0-9A-Za-z_-]{1,64}$/.test(text);
