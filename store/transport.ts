import type { Call } from "#contract/kit/call.ts";
import { declaredFields, encodeFields } from "#contract/kit/wire.ts";
import type { Language } from "#contract/messages.ts";
import { pageHeader } from "#contract/realtime.ts";
import { pageMark } from "#store/pageMark.ts";

/**
 * What came instead of an answer of the server: nothing, something without a code, or the page of a proxy in front of it, which lets no body
 * of this size through, does not reach the server, or has not waited long enough for it.
 */
export type Unanswered = "network" | "unreadable" | "proxyTooLarge" | "proxyUnreachable" | "proxyTimeout";

export interface Refusal {
  code: number | Unanswered;
  message: string;
  data: unknown;
}

export interface Identity {
  token(): string | undefined;
  language(): Language;
  /** Told of every refusal; a 401 of a call that was sent with the current token ends the session. */
  refused(refusal: Refusal, call: Call, token: string | undefined): void;
}

export interface Transport {
  send(call: Call, request: object, signal?: AbortSignal): Promise<{ data: unknown } | { error: Refusal }>;
  file(call: Call, request: object): Promise<{ blob: Blob; name: string } | { error: Refusal }>;
}

interface Sendable {
  url: string;
  init: RequestInit;
}

/** A raw body that names nothing but ids is the bare list. */
const rawBody = (request: object): unknown => ("ids" in request && Object.keys(request).length === 1 ? request.ids : request);

/** A row that a form was filled from holds more than the call that saves it takes. */
const sendable = (call: Call, filled: object, identity: Identity): Sendable => {
  const request = declaredFields(call.request, filled);
  const headers: Record<string, string> = {
    "Accept-Language": identity.language() === "en" ? "en-US" : "zh-CN",
    token: identity.token() ?? "",
    [pageHeader]: pageMark,
  };
  const init: RequestInit = { method: call.method, headers, credentials: "include" };
  if (call.encoding === "query") return { url: `${call.path}?${new URLSearchParams(encodeFields(request))}`, init };
  if (call.encoding === "json") {
    headers["Content-Type"] = "application/json";
    return { url: call.path, init: { ...init, body: JSON.stringify(request) } };
  }
  if (call.encoding === "raw") {
    headers["Content-Type"] = "text/plain;charset=UTF-8";
    return { url: call.path, init: { ...init, body: JSON.stringify(rawBody(request)) } };
  }
  if (call.encoding === "multipart") {
    const body = new FormData();
    for (const [name, value] of Object.entries(request)) {
      if (value instanceof Blob) body.append(name, value);
      else if (value !== undefined) body.append(name, String(value));
    }
    return { url: call.path, init: { ...init, body } };
  }
  headers["Content-Type"] = "application/x-www-form-urlencoded;charset=UTF-8";
  return { url: call.path, init: { ...init, body: new URLSearchParams(encodeFields(request)).toString() } };
};

interface Envelope {
  code: number;
  data: unknown;
  message: string;
}

const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === "object" &&
  body !== null &&
  "code" in body &&
  typeof body.code === "number" &&
  "message" in body &&
  typeof body.message === "string";

/** How often a call is made again that was asked too early. */
const mostAgain = 3;

/** Rejects once the signal says that nobody wants the answer any more. */
const rest = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

const networkRefusal: Refusal = { code: "network", message: "", data: null };

const proxyPages: Readonly<Record<number, Unanswered>> = {
  413: "proxyTooLarge",
  502: "proxyUnreachable",
  503: "proxyUnreachable",
  504: "proxyTimeout",
};

const withoutEnvelope = ({ status }: Response): Refusal => ({ code: proxyPages[status] ?? "unreadable", message: "", data: null });

/** The answer's envelope; undefined when there is none to be read, whatever it was instead or however it broke off. */
const readEnvelope = async (response: Response): Promise<Envelope | undefined> => {
  try {
    const body: unknown = await response.json();
    return isEnvelope(body) ? body : undefined;
  } catch {
    return undefined;
  }
};

const fileName = (disposition: string | null): string => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  return encoded ? decodeURIComponent(encoded) : "download";
};

/** Sends calls as the contract declares them. `base` is the origin, empty in a browser. */
export const createTransport = (identity: Identity, base = "", fetcher: typeof fetch = (...args) => fetch(...args)): Transport => {
  const refuse = (refusal: Refusal, call: Call, token: string | undefined): { error: Refusal } => {
    identity.refused(refusal, call, token);
    return { error: refusal };
  };
  const ask = async (call: Call, request: object, signal?: AbortSignal): Promise<Response | undefined> => {
    const { url, init } = sendable(call, request, identity);
    try {
      for (let again = 0; ; again += 1) {
        const response = await fetcher(base + url, signal ? { ...init, signal } : init);
        const wait = again < mostAgain && response.status === 429 ? Number(response.headers.get("Retry-After")) : 0;
        if (!(wait > 0)) return response;
        // Refused before anything was done: the session has asked too much at once.
        await rest(wait * 1000, signal);
      }
    } catch {
      return undefined;
    }
  };
  return {
    async send(call, request, signal) {
      const token = identity.token();
      const response = await ask(call, request, signal);
      const envelope = response && (await readEnvelope(response));
      // Whoever aborted no longer wants the answer, and nobody is told of it.
      if (signal?.aborted) return { error: networkRefusal };
      if (!response) return refuse(networkRefusal, call, token);
      if (!envelope) return refuse(withoutEnvelope(response), call, token);
      if (envelope.code !== 0) return refuse(envelope, call, token);
      return { data: envelope.data };
    },
    async file(call, request) {
      const token = identity.token();
      const response = await ask(call, request);
      if (!response) return refuse(networkRefusal, call, token);
      if (response.headers.get("Content-Disposition")) {
        return { blob: await response.blob(), name: fileName(response.headers.get("Content-Disposition")) };
      }
      const envelope = await readEnvelope(response);
      return refuse(envelope ?? withoutEnvelope(response), call, token);
    },
  };
};
