import type { io as Io, Socket } from "socket.io-client";
import { fromCallback } from "xstate";
import { type RealtimeMessage, realtimeMessage } from "#contract/realtime.ts";
import type { SocketCommand, SocketInput, SocketReport } from "#machines/realtimeLink.ts";
import { pageMark } from "#store/pageMark.ts";
import { serverClock } from "#store/serverClock.ts";

const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object";

/** The message in the JSON text that the server sent; undefined when it is none. */
export const readMessage = (text: unknown): RealtimeMessage | undefined => {
  if (typeof text !== "string") return undefined;
  try {
    const { data } = realtimeMessage.safeParse(JSON.parse(text));
    return data?.code === 0 ? data : undefined;
  } catch {
    return undefined;
  }
};

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === "string");

const codeOf = (answer: unknown): number => (isRecord(answer) && typeof answer.code === "number" ? answer.code : 0);

/** How long one way to the server may take before the next is tried. */
const wayMs = 8_000;
const ways: [string[], string[]] = [
  ["websocket", "polling"],
  ["polling", "websocket"],
];

/** The socket of the realtime link, on the page's own host. Its library is loaded with the first connection, not with the log-in page. */
export const socket = fromCallback<SocketCommand, SocketInput>(({ input, receive, sendBack }) => {
  const { token, lang } = input;
  const report = (event: SocketReport) => sendBack(event);
  let stopped = false;
  let connection: Socket | undefined;
  /** Some proxies swallow web sockets without a word: after a try in which nothing came the other way goes first. */
  let way: 0 | 1 = 0;

  const drop = (): void => {
    connection?.off();
    connection?.disconnect();
    connection = undefined;
  };
  const prepare = (io: typeof Io): Socket => {
    const made = io({
      query: { token, lang, page: pageMark },
      transports: ways[way],
      tryAllTransports: true,
      timeout: wayMs,
      autoConnect: false,
      reconnection: false,
      forceNew: true,
    });
    made.on("connect", () => report({ type: "connected" }));
    made.on("disconnect", (reason) => report({ type: "lost", reason }));
    made.on("connect_error", ({ message }) => {
      if (message === "timeout") way = way === 0 ? 1 : 0;
      report(message === "401" ? { type: "refused" } : { type: "lost", reason: message });
    });
    made.on("error", () => made.disconnect());
    made.on("stale", (resources: unknown) => {
      if (isTexts(resources)) report({ type: "stale", resources });
    });
    made.on("rights", () => report({ type: "rights" }));
    made.on("message", (text: unknown) => {
      const message = readMessage(text);
      if (message) report({ type: "message", message });
    });
    return made;
  };
  const connect = async () => {
    drop();
    try {
      const { io } = await import("socket.io-client");
      if (stopped) return;
      connection = prepare(io);
      connection.connect();
    } catch (error) {
      report({ type: "lost", reason: String(error) });
    }
  };
  const ask = () => {
    const sent = Date.now();
    connection?.emit("beat", (answer: unknown) => {
      if (!isRecord(answer)) return;
      if (typeof answer.time === "number") serverClock.heard(answer.time, sent, Date.now());
      report({ type: "beat", build: typeof answer.build === "string" ? answer.build : undefined });
    });
  };

  receive((command) => {
    if (command.type === "connect") void connect();
    else if (command.type === "ask") ask();
    else if (command.type === "drop") drop();
    else if (command.type === "subscribe")
      connection?.emit("subscibe_device_on", { token, deviceId: command.deviceId }, (answer: unknown) =>
        report({ type: "subscribed", deviceId: command.deviceId, code: codeOf(answer) }),
      );
    else connection?.emit("subscibe_device_off", { token, deviceId: command.deviceId });
  });

  return () => {
    stopped = true;
    drop();
  };
});
