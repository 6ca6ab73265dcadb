import type { Socket } from "socket.io-client";
import { fromCallback } from "xstate";
import type { RealtimeMessage } from "#contract/realtime.ts";
import type { SocketCommand, SocketInput, SocketReport } from "#machines/realtimeLink.ts";
import { pageMark } from "#store/pageMark.ts";

type Field = "string" | "number" | "boolean" | "object";

const device: Record<string, Field> = { name: "string", deviceSn: "string" };
const timed: Record<string, Field> = { ...device, deviceId: "string", createTime: "string", state: "number" };
/** The fields that make a content of each type usable. */
const fieldsOf: readonly Record<string, Field>[] = [
  {
    id: "string",
    deviceId: "string",
    deviceName: "string",
    deviceSn: "string",
    triggerText: "string",
    updateTime: "string",
    state: "number",
    remark: "string",
    level: "number",
    alarmSwitchState: "number",
    released: "boolean",
  },
  { deviceId: "string", values: "object" },
  timed,
  timed,
  { ...device, updateTime: "string" },
];

const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object";
const isValue = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value.slave === "number" &&
  typeof value.pointId === "string" &&
  typeof value.ts === "number" &&
  (typeof value.value === "number" || typeof value.value === "string");

const isMessage = (message: unknown): message is RealtimeMessage => {
  if (!isRecord(message) || message.code !== 0 || !isRecord(message.data)) return false;
  const { type, content } = message.data;
  const fields = typeof type === "number" ? fieldsOf[type] : undefined;
  if (!fields || !isRecord(content)) return false;
  if (Object.entries(fields).some(([name, kind]) => typeof content[name] !== kind)) return false;
  return type !== 1 || (Array.isArray(content.values) && content.values.every(isValue));
};

/** The message in the JSON text that the server sent; undefined when it is none. */
export const readMessage = (text: unknown): RealtimeMessage | undefined => {
  if (typeof text !== "string") return undefined;
  try {
    const message: unknown = JSON.parse(text);
    if (!isMessage(message)) return undefined;
    const { data } = message;
    return data.type === 2 ? { ...message, data: { ...data, content: { ...data.content, count: data.content.count ?? 1 } } } : message;
  } catch {
    return undefined;
  }
};

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === "string");

const codeOf = (answer: unknown): number => (isRecord(answer) && typeof answer.code === "number" ? answer.code : 0);

/** The socket of the realtime link, on the page's own host. Its library is loaded with the first connection, not with the log-in page. */
export const socket = fromCallback<SocketCommand, SocketInput>(({ input, receive, sendBack }) => {
  const { token, lang } = input;
  const report = (event: SocketReport) => sendBack(event);
  let stopped = false;
  let connection: Socket | undefined;

  const prepare = async (): Promise<Socket | undefined> => {
    const { io } = await import("socket.io-client");
    if (stopped) return undefined;
    const made = io({ query: { token, lang, page: pageMark }, autoConnect: false, reconnection: false, forceNew: true });
    made.on("connect", () => report({ type: "CONNECTED" }));
    made.on("disconnect", (reason) => report({ type: "LOST", reason }));
    made.on("connect_error", ({ message }) => report(message === "401" ? { type: "REFUSED" } : { type: "LOST", reason: message }));
    made.on("error", () => made.disconnect());
    made.on("stale", (resources: unknown) => {
      if (isTexts(resources)) report({ type: "STALE", resources });
    });
    made.on("rights", () => report({ type: "RIGHTS" }));
    made.on("message", (text: unknown) => {
      const message = readMessage(text);
      if (message) report({ type: "MESSAGE", message });
    });
    return made;
  };
  const connect = async () => {
    try {
      connection ??= await prepare();
      connection?.connect();
    } catch (error) {
      report({ type: "LOST", reason: String(error) });
    }
  };

  receive((command) => {
    if (command.type === "CONNECT") void connect();
    else if (command.type === "SUBSCRIBE")
      connection?.emit("subscibe_device_on", { token, deviceId: command.deviceId }, (answer: unknown) =>
        report({ type: "SUBSCRIBED", deviceId: command.deviceId, code: codeOf(answer) }),
      );
    else connection?.emit("subscibe_device_off", { token, deviceId: command.deviceId });
  });

  return () => {
    stopped = true;
    connection?.off();
    connection?.disconnect();
  };
});
