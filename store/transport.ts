import type { Call } from "#contract/kit/call.ts";
import { filledPath, pathFields } from "#contract/kit/path.ts";
import { declaredFields, encodeFields, type WireFields } from "#contract/kit/wire.ts";
import type { Language } from "#contract/messages.ts";
import { pageHeader } from "#contract/realtime.ts";
import { pageMark } from "#store/pageMark.ts";
import { type ServerClock, serverClock } from "#store/serverClock.ts";
import { patienceFor } from "#store/timeLimits.ts";

/**
 * What came instead of an answer of the server: nothing, nothing in time (a write may be done all the same), something without a code, or the
 * page of a proxy in front of it, which lets no body of this size through, does not reach the server, or has not waited long enough for it.
 */
export type Unanswered = "network" | "late" | "lateWrite" | "unreadable" | "proxyTooLarge" | "proxyUnreachable" | "proxyTimeout";

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

const addressOf = (path: string, fields: WireFields): string => {
  const inPath = new Set(pathFields(path));
  const behind = Object.entries(fields).filter(([name]) => !inPath.has(name));
  return `${filledPath(path, fields)}?${new URLSearchParams(behind)}`;
};

/** A row that a form was filled from holds more than the call that saves it takes. */
const sendable = (call: Call, filled: object, identity: Identity): Sendable => {
  const request = declaredFields(call.request, filled);
  const headers: Record<string, string> = {
    "Accept-Language": identity.language() === "en" ? "en-US" : "zh-CN",
    token: identity.token() ?? "",
    [pageHeader]: pageMark,
  };
  const init: RequestInit = { method: call.method, headers, credentials: "include" };
  if (call.encoding === "query") return { url: addressOf(call.path, encodeFields(request)), init };
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
/** A file that did not come has changed nothing, whatever is written down of it. */
const lateRefusal = ({ kind, answer }: Call): Refusal => ({
  code: kind === "read" || answer === "file" ? "late" : "lateWrite",
  message: "",
  data: null,
});

/** Aborts when nothing was heard for so long: each `heard` begins the wait anew, longer by what the server asked for. */
const openPatience = (milliseconds: number, wanted: AbortSignal | undefined) => {
  const given = new AbortController();
  const end = () => given.abort();
  let timer = setTimeout(end, milliseconds);
  return {
    signal: wanted ? AbortSignal.any([given.signal, wanted]) : given.signal,
    isOver: () => given.signal.aborted,
    heard(asked = 0) {
      clearTimeout(timer);
      timer = setTimeout(end, milliseconds + asked);
    },
    close: () => clearTimeout(timer),
  };
};
type Patience = ReturnType<typeof openPatience>;

/** A file of any size may come as long as something of it comes. */
const readBlob = async (response: Response, patience: Patience): Promise<Blob> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value);
    patience.heard();
  }
  return new Blob(parts, { type: response.headers.get("Content-Type") ?? "" });
};

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

interface TransportOptions {
  /** Origin that is asked, empty in a browser. */
  base?: string;
  fetcher?: typeof fetch;
  clock?: Pick<ServerClock, "heard">;
  patienceFor?: (call: Call) => number;
}

/** An answer's date is cut to the second. */
const dateWithin = 1000;

/** Sends calls as the contract declares them. */
export const createTransport = (identity: Identity, options: TransportOptions = {}): Transport => {
  const { base = "", fetcher = (...args) => fetch(...args), clock = serverClock } = options;
  const refuse = (refusal: Refusal, call: Call, token: string | undefined): { error: Refusal } => {
    identity.refused(refusal, call, token);
    return { error: refusal };
  };
  const once = async (url: string, init: RequestInit): Promise<Response> => {
    const sent = Date.now();
    const response = await fetcher(base + url, init);
    clock.heard(Date.parse(response.headers.get("Date") ?? ""), sent, Date.now(), dateWithin);
    return response;
  };
  const ask = async (call: Call, request: object, patience: Patience): Promise<Response | undefined> => {
    const { url, init } = sendable(call, request, identity);
    try {
      for (let again = 0; ; again += 1) {
        const response = await once(url, { ...init, signal: patience.signal });
        patience.heard();
        const wait = again < mostAgain && response.status === 429 ? Number(response.headers.get("Retry-After")) : 0;
        if (!(wait > 0)) return response;
        // Refused before anything was done: the session has asked too much at once.
        patience.heard(wait * 1000);
        await rest(wait * 1000, patience.signal);
      }
    } catch {
      return undefined;
    }
  };
  const patient = async <Answer>(call: Call, wanted: AbortSignal | undefined, work: (patience: Patience) => Promise<Answer>) => {
    const patience = openPatience((options.patienceFor ?? patienceFor)(call), wanted);
    try {
      return await work(patience);
    } finally {
      patience.close();
    }
  };
  return {
    send: (call, request, signal) =>
      patient(call, signal, async (patience) => {
        const token = identity.token();
        const response = await ask(call, request, patience);
        const envelope = response && (await readEnvelope(response));
        // Whoever aborted no longer wants the answer, and nobody is told of it.
        if (signal?.aborted) return { error: networkRefusal };
        if (envelope?.code === 0) return { data: envelope.data };
        if (envelope) return refuse(envelope, call, token);
        if (patience.isOver()) return refuse(lateRefusal(call), call, token);
        return refuse(response ? withoutEnvelope(response) : networkRefusal, call, token);
      }),
    file: (call, request) =>
      patient(call, undefined, async (patience) => {
        const token = identity.token();
        const unanswered = () => refuse(patience.isOver() ? lateRefusal(call) : networkRefusal, call, token);
        const response = await ask(call, request, patience);
        if (!response) return unanswered();
        if (response.headers.get("Content-Disposition")) {
          try {
            return { blob: await readBlob(response, patience), name: fileName(response.headers.get("Content-Disposition")) };
          } catch {
            return unanswered();
          }
        }
        const envelope = await readEnvelope(response);
        return refuse(envelope ?? withoutEnvelope(response), call, token);
      }),
  };
};
