import type { IncomingMessage } from "node:http";
import { say } from "#contract/messages.ts";
import type { DeviceLogIn, LogInRefusal } from "#server/wire/deviceLogIn.ts";
import type { DeviceSide } from "#server/wire/deviceSide.ts";
import type { FaultLog } from "#server/wire/faults.ts";
import { openGatheredLines } from "#server/wire/gatheredLines.ts";
import { PacketRate } from "#server/wire/packetRate.ts";
import { mostPayload, type UpKind } from "#server/wire/protocol.ts";
import { type DeviceSession, NotStored, type TransportLog } from "#server/wire/transport.ts";
import { type NoBody, readPostBody } from "./postBody.ts";
import type { Posting } from "./posting.ts";
import { basicCredentials, postTarget, pushPath } from "./postRequest.ts";

export interface Post {
  /** Below `/push/`, percent-decoded. */
  path: string;
  remote: string;
  request: IncomingMessage;
}

/** `code` is 0 where the message was taken, else the HTTP status. Text in plain English, for who connects the device. */
export interface PostAnswer {
  status: number;
  headers?: Readonly<Record<string, string | number>>;
  body: string;
}

export interface PushSide {
  /** Answers one post, after what it says is on disk. Never rejects. */
  answer(post: Post): Promise<PostAnswer>;
  /** What the device has under way may have been signed in by what counts no more: it has to be posted again. */
  drop(sn: string): void;
  /** Refuses what comes from now on and what has not come to its end, and resolves when the rest is answered, or after the milliseconds. */
  stop(withinMs: number): Promise<void>;
  stats(): { posts: number; dropped: number };
}

export interface PushLimits {
  /** Posts of one device that are read or stored at the same time: with the longest bodies what one MQTT connection may have waiting. */
  atOnce: number;
  /** Posts a second that a device may send for long, and at once after a rest; a post counts once more for each KB. */
  perSecond: number;
  burst: number;
  /** How long a body may take to come in. */
  bodyMs: number;
}

export const pushLimits: PushLimits = { atOnce: 4, perSecond: 200, burst: 2000, bodyMs: 60_000 };

interface Options {
  door: DeviceLogIn;
  side: Omit<DeviceSide, "heard" | "polled">;
  posting: Pick<Posting, "posted" | "collect">;
  faults: Pick<FaultLog, "noteMinutely">;
  log: TransportLog;
  limits?: PushLimits;
}

/** What one device has under way, and how much it sent lately. */
interface Sender {
  underWay: number;
  rate: PacketRate;
}

/** A post whose sender is known. */
interface SignedIn {
  session: DeviceSession;
  remote: string;
  kind: UpKind;
  /** Aborted when what it was signed in by counts no more, and by a stop. */
  signal: AbortSignal;
}

/** Of what could not be read of one message. */
const mostTold = 5;
/** Bytes of bodies that wait to be stored; beyond, no further body is read. */
const mostWaiting = 4_194_304;

const refusal = (status: number, message: string, headers: PostAnswer["headers"] = {}): PostAnswer => ({
  status,
  headers,
  body: JSON.stringify({ code: status, message }),
});

const again = (seconds: number) => ({ "Retry-After": seconds });
const challenge = { "WWW-Authenticate": 'Basic realm="Gatehouse devices", charset="UTF-8"' };

const notPost = refusal(405, "Only POST is answered here.", { Allow: "POST" });
const noPlace = refusal(404, "No such path: post to /push/{sn}/telemetry, event, location, info or command/reply.");
const stopping = refusal(503, "The server is stopping: post again later.", { ...again(5), Connection: "close" });
const dropped = refusal(401, "The device's log-in has changed meanwhile: post it again.", challenge);
const notStored = refusal(503, "The message could not be stored: post it again.", again(5));
const tooMany = refusal(429, "Too many posts of this device are under way: wait for their answers.", again(1));
const otherDevice = refusal(403, "A device may post below its own SN only: the user name and the SN of the path differ.");
const packed = refusal(415, "Compressed bodies are not taken: send the JSON as it is, without Content-Encoding.");
const noCredentials = refusal(401, "Sign in with HTTP Basic: the SN as user name, and the device's password.", challenge);

const logIns: Readonly<Record<LogInRefusal["refused"], PostAnswer>> = {
  unknown: refusal(401, "Wrong SN or password.", challenge),
  limited: refusal(429, "Too many wrong passwords came from this address: try again later.", again(10)),
  disabled: refusal(403, "The device's organisation is disabled or has expired."),
  unavailable: refusal(503, "The log-in is not available at the moment: post again later.", again(5)),
};

const noBodies: Readonly<Record<NoBody, PostAnswer>> = {
  long: refusal(413, `The body is longer than ${mostPayload} bytes: send it in several posts.`),
  slow: refusal(408, "The body did not come in time.", { Connection: "close" }),
  gone: refusal(400, "The body broke off.", { Connection: "close" }),
  stopped: stopping,
};

/** Commands are JSON already. */
const taken = (message: string, commands: readonly string[]): PostAnswer => ({
  status: 200,
  body: `{"code":0,"message":${JSON.stringify(message)},"commands":[${commands.join(",")}]}`,
});

/**
 * Devices that post their messages over HTTP: the same JSON, passwords and limits as over MQTT. Who posts is known before anything of the
 * body is read, so that strangers cost no memory; what is stored slowly is answered slowly.
 */
export const openPushSide = ({ door, side, posting, faults, log, limits = pushLimits }: Options): PushSide => {
  const rates = { ...limits, bytesAsPacket: 1024, idleWeight: 1, idlePerMinute: Number.POSITIVE_INFINITY };
  const lines = openGatheredLines(log);
  const senders = new Map<string, Sender>();
  /** Of posts under way, by SN. */
  const open = new Map<string, Set<AbortController>>();
  const ended = new AbortController();
  const waitingForRoom: (() => void)[] = [];
  const counts = { posts: 0, dropped: 0 };
  let waitingBytes = 0;
  let underWay = 0;
  let wake: (() => void) | undefined;

  const senderOf = (deviceId: string): Sender => {
    const known = senders.get(deviceId) ?? { underWay: 0, rate: new PacketRate(rates, performance.now()) };
    senders.set(deviceId, known);
    return known;
  };
  const leave = (deviceId: string, sender: Sender): void => {
    sender.underWay -= 1;
    if (sender.underWay === 0 && sender.rate.rested(performance.now())) senders.delete(deviceId);
  };

  const signIn = async ({ remote, request }: Post, sn: string): Promise<DeviceSession | PostAnswer> => {
    const credentials = basicCredentials(request.headers.authorization);
    if (!credentials) return noCredentials;
    const answer = await door.attempt(credentials.sn, credentials.password, remote);
    if ("refused" in answer) {
      lines.write("warn", remote, { sn: credentials.sn.slice(0, 128), reason: answer.refused }, "device log-in refused");
      return logIns[answer.refused];
    }
    return answer.sn === sn ? answer : otherDevice;
  };

  const room = async (): Promise<void> => {
    while (waitingBytes > mostWaiting && !ended.signal.aborted) await new Promise<void>((resume) => waitingForRoom.push(resume));
  };

  /** What was signed in by what counts no more is stored, and given no commands. */
  const commandsOf = ({ session, signal }: SignedIn): string[] => (signal.aborted ? [] : posting.collect(session.sn));

  const store = async (post: SignedIn, body: Buffer): Promise<PostAnswer> => {
    const { session, kind, remote } = post;
    const place = `${pushPath}${session.sn}/${kind}`;
    try {
      const faults = await side.received(session, kind, body);
      const told = faults.slice(0, mostTold).map(({ code, values }) => say("en", `fault.${code}`, values));
      return taken(told.join("; "), commandsOf(post));
    } catch (fault) {
      if (fault instanceof NotStored) return notStored;
      counts.dropped += 1;
      const about = { sn: session.sn, kind, bytes: body.length };
      lines.write("error", remote, { ...about, err: fault }, "a message could not be processed and is dropped");
      await side.unprocessed(session, place, body);
      return taken("The message could not be processed and is dropped.", commandsOf(post));
    }
  };

  const kept = async (post: SignedIn, body: Buffer): Promise<PostAnswer> => {
    counts.posts += 1;
    waitingBytes += body.length;
    try {
      return await store(post, body);
    } finally {
      waitingBytes -= body.length;
      if (waitingBytes <= mostWaiting) for (const resume of waitingForRoom.splice(0)) resume();
    }
  };

  const noteTooLong = ({ session, kind }: SignedIn, bytes: number): void => {
    counts.dropped += 1;
    const path = `${pushPath}${session.sn}/${kind}`;
    const fault = { code: "postTooLong", values: { path, limit: mostPayload } } as const;
    void side.withDevice(session, (device) => faults.noteMinutely(device, `size ${path}`, fault, Buffer.alloc(0), bytes));
  };

  const heard = async (post: SignedIn, sender: Sender, request: IncomingMessage): Promise<PostAnswer> => {
    const declared = Number(request.headers["content-length"] ?? 0);
    if (!(declared > mostPayload)) await room();
    const options = { most: mostPayload, withinMs: limits.bodyMs, signal: post.signal };
    const body = declared > mostPayload ? "long" : await readPostBody(request, options);
    if (body === "long") noteTooLong(post, Math.max(declared, mostPayload + 1));
    sender.rate.count(1, 0, typeof body === "string" ? 0 : body.length, performance.now());
    if (post.signal.aborted) return ended.signal.aborted ? stopping : dropped;
    return typeof body === "string" ? noBodies[body] : kept(post, body);
  };
  /** Does the work as long as the device's log-in counts. */
  const signedIn = async <T>(session: DeviceSession, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const own = new AbortController();
    const signals = open.get(session.sn) ?? new Set();
    open.set(session.sn, signals.add(own));
    try {
      return await work(AbortSignal.any([own.signal, ended.signal]));
    } finally {
      signals.delete(own);
      if (signals.size === 0) open.delete(session.sn);
    }
  };

  const answered = async (post: Post): Promise<PostAnswer> => {
    const { request, path } = post;
    const target = postTarget(path);
    if (request.method !== "POST") return notPost;
    if (!target) return noPlace;
    if (ended.signal.aborted) return stopping;
    if (!/^(?:identity)?$/i.test((request.headers["content-encoding"] ?? "").trim())) return packed;
    const session = await signIn(post, target.sn);
    if ("status" in session) return session;
    const sender = senderOf(session.deviceId);
    const waitMs = sender.rate.wait(performance.now());
    if (waitMs > 0) {
      counts.dropped += 1;
      void side.withDevice(session, (device) => faults.noteMinutely(device, "flood", { code: "flooding" }, Buffer.alloc(0), 0));
      return refusal(429, "The device posts too much: post again later.", again(Math.ceil(waitMs / 1000)));
    }
    if (sender.underWay >= limits.atOnce) return tooMany;
    sender.underWay += 1;
    try {
      await side.withDevice(session, posting.posted);
      return await signedIn(session, (signal) => heard({ session, remote: post.remote, kind: target.kind, signal }, sender, request));
    } finally {
      leave(session.deviceId, sender);
    }
  };

  return {
    async answer(post) {
      underWay += 1;
      try {
        return await answered(post);
      } catch (fault) {
        lines.write("error", post.remote, { err: fault }, "a post could not be answered");
        return notStored;
      } finally {
        underWay -= 1;
        if (underWay === 0) wake?.();
      }
    },
    drop(sn) {
      for (const signal of open.get(sn) ?? []) signal.abort();
    },
    async stop(withinMs) {
      ended.abort();
      for (const resume of waitingForRoom.splice(0)) resume();
      if (underWay > 0)
        await new Promise<void>((resolve) => {
          const overdue = setTimeout(() => {
            log.error({ posts: underWay }, "posts were not stored in time and stay unanswered");
            resolve();
          }, withinMs);
          wake = () => {
            clearTimeout(overdue);
            resolve();
          };
        });
      lines.flush();
    },
    stats: () => ({ ...counts }),
  };
};
