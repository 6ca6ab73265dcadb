import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, Socket as Line } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { pino } from "pino";
import { io, type Socket } from "socket.io-client";
import { WebSocket } from "ws";
import { type RealtimeMessage, realtimeMessage } from "#contract/realtime.ts";
import type { AlarmEvent } from "#server/alarm/alarmEvent.ts";
import { openSessions } from "#server/auth/sessions.ts";
import { openDatabase } from "#server/db/open.ts";
import type { PresenceChange } from "#server/realtime/presenceWindows.ts";
import { openRealtime } from "#server/realtime/realtime.ts";
import { openTroubles } from "#server/system/troubles.ts";
import { ownDatabase } from "#tests/server/database.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";

export const everyGrant = ["/api/device/get", "/api/device/query", "/api/alarm_log/query"];

export interface Desk {
  readonly socket: Socket;
  readonly received: RealtimeMessage["data"][];
  /** Every message as it came. */
  readonly raw: unknown[];
  readonly refused: string | undefined;
  subscribe(deviceId: string, token?: string): Promise<number>;
  unsubscribe(deviceId: string): Promise<number>;
  closed(): boolean;
}

/** A frame of a web socket as clients send it, with a mask that changes nothing. */
const frameOf = (text: string, opcode: number): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | bytes.length, 0, 0, 0, 0]), bytes]);
};

/** The real socket over a real database: two organisations below one root, with a user for whoever is asked for. */
export const openHall = async (limits: { judgeEvery?: number; mostUnread?: number } = {}) => {
  const folder = await mkdtemp(join(tmpdir(), "gatehouse-realtime-"));
  const database = await ownDatabase(folder);
  const db = await openDatabase(database.place);
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  const edited = { updated_at: now(), updated_by: "" };
  const sessions = openSessions(db, now);
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  const logged: { level: number; msg: string }[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const troubles = openTroubles(log, now, now);
  const realtime = openRealtime({ http, sessions, db, log, troubles, uptime: now, ...limits });
  const sockets: Socket[] = [];
  const lines = new Set<Duplex>();
  http.on("upgrade", (_request, line) => lines.add(line));

  const company = (id: string, path: string, parent: string | null) =>
    db
      .insertInto("company")
      .values({ id, path, parent_id: parent, name: id, enabled: 1, expires_at: null, zone: "Asia/Shanghai", created_at: now(), ...edited })
      .execute();
  await company("root", "root/", null);
  await company("north", "root/north/", "root");
  await company("south", "root/south/", "root");
  await db.insertInto("device_type").values({ id: "type", company_id: "root", name: "t", name_en: "t", description: "" }).execute();
  const menu = { path: "/x", name: "x", name_en: "x", icon: "", hidden: 0, affix: 0, no_cache: 0, sort: 0, action_list: "[]" };
  await db
    .insertInto("menu")
    .values({ id: "menu", parent_id: null, ...menu })
    .execute();

  const grant = (user: string, actions: readonly string[]) =>
    db
      .updateTable("role_menu")
      .set({ actions: JSON.stringify(actions) })
      .where("role_id", "=", user)
      .execute();

  const device = async (id: string, companyId: string) => {
    await db
      .insertInto("device")
      .values(
        deviceRow({
          id,
          company_id: companyId,
          name: `name of ${id}`,
          sn: `SN-${id}`,
          type_id: "type",
          created_at: now(),
          ...edited,
        }),
      )
      .execute();
    return { id, companyPath: companyId === "root" ? "root/" : `root/${companyId}/` };
  };

  /** A user with a role of its own, signed in. */
  const signIn = async (id: string, companyId: string, actions: readonly string[] = everyGrant, type = 1) => {
    await db
      .insertInto("user")
      .values({
        id,
        company_id: companyId,
        account: id,
        user_name: id,
        nick_name: id,
        phone: "",
        email: "",
        avatar: "",
        type,
        password_hash: "",
        enabled: 1,
        second_factor: 0,
        created_at: now(),
        ...edited,
      })
      .execute();
    await db
      .insertInto("role")
      .values({ id, company_id: companyId, name: id, description: "", created_at: now(), ...edited })
      .execute();
    await db.insertInto("user_role").values({ user_id: id, role_id: id }).execute();
    await db
      .insertInto("role_menu")
      .values({ role_id: id, menu_id: "menu", actions: JSON.stringify(actions) })
      .execute();
    return sessions.open(id, "");
  };

  const connect = async (query: Record<string, string>): Promise<Desk> => {
    const socket = io(`http://127.0.0.1:${port}`, { query, reconnection: false, forceNew: true, transports: ["websocket"] });
    sockets.push(socket);
    const received: RealtimeMessage["data"][] = [];
    const raw: unknown[] = [];
    socket.on("message", (text: unknown) => {
      raw.push(text);
      received.push(realtimeMessage.parse(JSON.parse(String(text))).data);
    });
    const refused = await new Promise<string | undefined>((resolve) => {
      socket.once("connect", () => resolve(undefined));
      socket.once("connect_error", (error) => resolve(error.message));
    });
    const ask = async (event: string, deviceId: string, token = query.token) => {
      const answer: unknown = await socket.emitWithAck(event, { token, deviceId });
      return answer !== null && typeof answer === "object" && "code" in answer ? Number(answer.code) : Number.NaN;
    };
    return {
      socket,
      received,
      raw,
      refused,
      subscribe: (deviceId, token) => ask("subscibe_device_on", deviceId, token),
      unsubscribe: (deviceId) => ask("subscibe_device_off", deviceId),
      closed: () => !socket.connected,
    };
  };

  const strangers: WebSocket[] = [];
  /** A web socket without a socket.io client: sends what it is told to, and as much of it. */
  const dial = async (token: string) => {
    const webSocket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket&token=${token}`);
    strangers.push(webSocket);
    const heard: string[] = [];
    webSocket.on("error", () => undefined);
    webSocket.on("message", (text) => void heard.push(String(text)));
    await new Promise((resolve) => {
      webSocket.once("message", resolve);
      webSocket.once("close", resolve);
    });
    const line: unknown = Reflect.get(webSocket, "_socket");
    return {
      webSocket,
      heard,
      closed: () => webSocket.readyState === WebSocket.CLOSED,
      /** All in one write. */
      send(texts: readonly string[], opcode = 1) {
        if (line instanceof Line && !line.destroyed) line.write(Buffer.concat(texts.map((text) => frameOf(text, opcode))));
      },
    };
  };

  return {
    dial,
    address: `http://127.0.0.1:${port}`,
    db,
    sessions,
    realtime,
    troubles,
    /** Lines of the server's log. */
    logged,
    clock,
    port,
    http,
    grant,
    device,
    signIn,
    connect,
    /** Cuts every web socket, as a broken network does. */
    dropLines: () => lines.forEach((line) => void line.destroy()),
    async close() {
      for (const socket of sockets) socket.close();
      for (const webSocket of strangers) webSocket.terminate();
      await realtime.stop();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await db.destroy();
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };
};
export type Hall = Awaited<ReturnType<typeof openHall>>;

export const reading = (value: number, ts = Date.now(), pointId = "p1") => ({ slave: 1, pointId, value, ts });

export const alarmOf = (
  device: { id: string; companyPath: string },
  {
    id = "a1",
    level = 2,
    kind = "raised" as AlarmEvent["kind"],
    masked = false,
    content = "温度过高",
    pointId = null as string | null,
  } = {},
): AlarmEvent => ({
  kind,
  masked,
  device: { id: device.id, name: `name of ${device.id}`, sn: `SN-${device.id}`, companyId: "north", companyPath: device.companyPath },
  record: {
    id,
    company_id: "north",
    device_id: device.id,
    slave: 1,
    rule_id: null,
    rule_name: "hot",
    type_name: "",
    type_name_en: "",
    point_id: pointId,
    point_name: "温度",
    point_name_en: "temperature",
    unit: "",
    level,
    state: 0,
    content,
    content_en: "Too hot",
    value: "90",
    open_key: null,
    raised_at: Date.UTC(2026, 0, 2),
    released_at: null,
    processed_at: null,
    processor_id: null,
    processor: "",
    remark: "",
    repeats: 0,
    ...{ masked: 0, mask_id: null },
    repeated_at: null,
    reminders: 0,
    reminded_at: null,
    reminds_at: null,
  },
});

export const coming = (id: string, companyPath: string, online = true): PresenceChange => ({
  deviceId: id,
  name: `name of ${id}`,
  sn: `SN-${id}`,
  companyPath,
  online,
  at: Date.UTC(2026, 0, 2),
});
