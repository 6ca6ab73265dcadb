import { z } from "zod";
import { Problem } from "#server/kit/problem.ts";
import type { Troubles } from "#server/system/troubles.ts";
import type { DeviceSide } from "#server/wire/deviceSide.ts";
import { openGatheredLines } from "#server/wire/gatheredLines.ts";
import type { PointWriter } from "#server/wire/pointWriter.ts";
import { type Heard, mostPayload, type UpMessage } from "#server/wire/protocol.ts";
import type { RegisteredDevice } from "#server/wire/registered.ts";
import { NotStored, type TransportLog } from "#server/wire/transport.ts";
import { allBatches, type Batches, batchesOf, readPresentStatus } from "./presentStatus.ts";
import { isTuyaId, type TuyaAccess } from "./tuyaAccess.ts";
import { commandBody, commandPath, openTuyaApi, type TuyaApi, type TuyaCommand, type TuyaDeviceStatus } from "./tuyaApi.ts";
import { openedData } from "./tuyaCipher.ts";
import type { TuyaDevice, TuyaFleet } from "./tuyaFleet.ts";
import { readTuyaMessage, type TuyaMessage, type TuyaValue } from "./tuyaMessage.ts";
import type { TuyaPresence } from "./tuyaPresence.ts";
import { tuyaProblem } from "./tuyaProblem.ts";
import { openTuyaQueue, type QueuedMessage, type QueueTimes, type TuyaQueue } from "./tuyaQueue.ts";
import { codeWrites, commandsOf, TuyaWrite } from "./tuyaWrites.ts";

/** Devices behind Tuya's cloud: heard by its message queue, written to by its API. Without access to it none are. */
export interface TuyaSide extends PointWriter {
  /** Restores a device's factory settings. Throws a Problem that says what the cloud answered, or what is missing. */
  reset(device: Pick<RegisteredDevice, "id" | "tuyaId">): Promise<void>;
  /** These devices are not what they were: those that are the cloud's no more go offline, those that are new to it are read. */
  refresh(deviceIds: readonly string[]): Promise<void>;
  /** Begins to hear of devices, once what they say can be taken. */
  begin(): void;
  stats(): TuyaStats;
  stop(withinMs: number): Promise<void>;
}

export interface TuyaStats {
  readonly connected: boolean;
  readonly messages: number;
  /** Acknowledged, of devices that nobody here has, or of an organisation that may not work. */
  readonly unknown: number;
  /** Acknowledged, and not to be opened or read. */
  readonly unreadable: number;
  /** Acknowledged, since they could not be processed and never will be. */
  readonly dropped: number;
}

export interface TuyaTimes extends Partial<QueueTimes> {
  /** Between batches of devices whose present status is read. */
  paceMs?: number;
  /** How long a report is waited for before the status is read instead. */
  readBackMs?: number;
}

interface Options {
  access: TuyaAccess | undefined;
  side: Pick<DeviceSide, "heard" | "unprocessed">;
  fleet: TuyaFleet;
  presence: Omit<TuyaPresence, "has">;
  /** Whether the organisation of this path may work. */
  mayWork(companyPath: string): Promise<boolean>;
  log: TransportLog;
  troubles: Pick<Troubles, "failed" | "over">;
  now: () => number;
  uptime: () => number;
  times?: TuyaTimes;
}

/** What lies in the queue, decoded: the data is enciphered. */
const envelope = z.object({ data: z.string() });

/** A report that was on its way before the command went out says nothing of it, clocks being a little apart. */
const apartMs = 5000;
const readBackAfterMs = 3000;
const pacedMs = 500;
const cloud = "tuya";
const longestType = 64;

interface PendingWrite {
  readonly write: TuyaWrite;
  readonly sentAt: number;
}

export const openTuyaSide = (options: Options): TuyaSide => {
  const { access, side, fleet, presence, mayWork, log, troubles, now, uptime, times = {} } = options;
  const lines = openGatheredLines(log);
  const counts = { messages: 0, unknown: 0, unreadable: 0, dropped: 0 };
  const writes = new Map<string, PendingWrite[]>();
  const ended = new AbortController();
  /** What each device has under way: its messages are taken one after the other. */
  const turns = new Map<string, Promise<unknown>>();
  const api = access && openTuyaApi({ access, now, uptime, signal: ended.signal });

  /** The slave of a device whose data template has the code, the first of them; otherwise its first, which then lacks it. */
  const slaveOf = ({ slaves }: RegisteredDevice, code: string): number => {
    for (const { no, byKey } of slaves.values()) if (byKey.has(code)) return no;
    return slaves.keys().next().value ?? 1;
  };
  const readingsOf = (device: RegisteredDevice, values: readonly TuyaValue[]): UpMessage => ({
    kind: "readings",
    readings: values.map(({ code, value, ts }) => ({ slave: slaveOf(device, code), key: code, raw: value, ts })),
  });
  const heardBy = (device: RegisteredDevice, { said, type }: TuyaMessage, bytes: number): Heard => {
    if (device.protocol.name !== "tuya") return { faults: [{ code: "notTuya", values: { type }, hourly: "notTuya" }] };
    if (bytes > mostPayload) {
      const values = { topic: type.slice(0, longestType), bytes, limit: mostPayload };
      return { faults: [{ code: "messageTooLong", values, hourly: "size" }] };
    }
    if (said.kind === "values") return { message: readingsOf(device, said.values), faults: said.faults };
    if (said.kind === "event") return { message: { kind: "event", event: { type: said.type, content: said.content } }, faults: [] };
    return { faults: [] };
  };

  const reported = (tuyaId: string, values: readonly TuyaValue[]): void => {
    const waiting = (writes.get(tuyaId) ?? []).filter(({ write }) => !write.isOver);
    for (const { write, sentAt } of waiting) write.reported(values.filter(({ ts = sentAt }) => ts >= sentAt - apartMs));
    if (waiting.length > 0) writes.set(tuyaId, waiting);
    else writes.delete(tuyaId);
  };

  /** Resolves to whether the message is done with. */
  const keep = async (device: TuyaDevice, message: TuyaMessage, bytes: Buffer): Promise<boolean> => {
    const { said, type, at } = message;
    const session = { sn: device.sn, deviceId: device.id };
    let isSpoken = false;
    try {
      await side.heard(session, type, bytes, (known) => {
        isSpoken = known.protocol.name === "tuya";
        return heardBy(known, message, bytes.length);
      });
    } catch (fault) {
      if (fault instanceof NotStored) return false;
      counts.dropped += 1;
      lines.write("error", cloud, { err: fault, sn: device.sn, type }, "a message of the Tuya cloud could not be processed and is dropped");
      await side.unprocessed(session, type, bytes);
      return true;
    }
    if (!isSpoken) {
      presence.drop(device.sn);
      return true;
    }
    if (bytes.length > mostPayload) return true;
    if (said.kind === "presence") presence.told(device, said.online, at);
    if (said.kind === "values") presence.reported(device, at ?? said.values[0]?.ts);
    return true;
  };
  /** The same of a message of the queue, which may be what a command waits for. */
  const heard = async (device: TuyaDevice, message: TuyaMessage, bytes: Buffer): Promise<boolean> => {
    const isDone = await keep(device, message, bytes);
    if (isDone && message.said.kind === "values" && bytes.length <= mostPayload) reported(device.tuyaId, message.said.values);
    return isDone;
  };
  const inTurn = (deviceId: string, work: () => Promise<boolean>): Promise<boolean> => {
    const turn = (turns.get(deviceId) ?? Promise.resolve()).then(work);
    const held = turn
      .catch(() => undefined)
      .finally(() => {
        if (turns.get(deviceId) === held) turns.delete(deviceId);
      });
    turns.set(deviceId, held);
    return turn;
  };

  const opened = ({ payload, mode }: QueuedMessage): Buffer | undefined => {
    const read = envelope.safeParse(jsonIn(Buffer.from(payload, "base64").toString("utf8")));
    return access && read.success ? openedData(access, read.data.data, mode) : undefined;
  };
  const take = async (queued: QueuedMessage): Promise<boolean> => {
    counts.messages += 1;
    const bytes = opened(queued);
    const message = bytes && readTuyaMessage(bytes, now());
    if (!message) {
      counts.unreadable += 1;
      lines.write("warn", cloud, { opened: bytes !== undefined }, "a message of the Tuya cloud could not be read and is dropped");
      return true;
    }
    try {
      const device = await fleet.byTuyaId(message.tuyaId);
      if (device && (await mayWork(device.companyPath))) return await inTurn(device.id, () => heard(device, message, bytes));
      counts.unknown += 1;
      return true;
    } catch (fault) {
      lines.write("error", cloud, { err: fault }, "a message of the Tuya cloud could not be stored, and comes again");
      return false;
    }
  };

  const unfit = (): void => {
    counts.messages += 1;
    counts.unreadable += 1;
  };

  const { paceMs = pacedMs, readBackMs = readBackAfterMs, backMs = 1000, mostBackMs = 60_000, pingMs = 30_000 } = times;
  let queue: TuyaQueue | undefined;
  let reading: Promise<void> = Promise.resolve();
  /** One after the other, so that the cloud is asked at one pace. */
  const read = (cloudApi: TuyaApi, batches: Batches): void => {
    const begun = (): Promise<void> =>
      readPresentStatus({
        ...{ api: cloudApi, batches, troubles, paceMs, backMs, mostBackMs, signal: ended.signal },
        async presence(device, online) {
          if (await mayWork(device.companyPath)) presence.told(device, online, undefined);
        },
        status: keepStatus,
        still: (devices) => fleet.among(devices.map(({ id }) => id)),
        refused({ sn }, refusal) {
          lines.write("warn", cloud, { err: refusal, sn }, "the Tuya cloud refuses to tell of a device, which is not read");
        },
      });
    reading = reading.then(begun).catch((fault: unknown) => {
      troubles.failed("present status", fault, "devices of the Tuya cloud could not be read");
    });
  };
  const keepStatus = async (device: TuyaDevice, status: TuyaDeviceStatus["status"]): Promise<void> => {
    if (!(await mayWork(device.companyPath))) return;
    const values = status.map(({ code, value }) => ({ code, value, ts: undefined }));
    const said = { kind: "values", values, faults: [] } as const;
    const message: TuyaMessage = { tuyaId: device.tuyaId, type: "status", at: undefined, said };
    const isKept = await inTurn(device.id, () => keep(device, message, Buffer.from(JSON.stringify(status))));
    if (!isKept) throw new NotStored("the present status is not stored");
  };

  const ownId = ({ tuyaId }: Pick<RegisteredDevice, "tuyaId">): string => {
    if (!api) throw new Problem("tuyaOff");
    if (!isTuyaId(tuyaId)) throw new Problem("tuyaIdUnfit");
    return tuyaId;
  };
  /** Does something with the device in the cloud, where its id is its own; rejects with a Problem. */
  const inCloud = async (device: Pick<RegisteredDevice, "id" | "tuyaId">, work: (cloudApi: TuyaApi, tuyaId: string) => Promise<void>) => {
    const tuyaId = ownId(device);
    if (!api) throw new Problem("tuyaOff");
    if ((await fleet.byTuyaId(tuyaId))?.id !== device.id) throw new Problem("tuyaIdUnfit");
    await work(api, tuyaId).catch((fault: unknown) => {
      throw tuyaProblem(fault);
    });
  };

  /** Devices that are as they were asked to be already may not report it. */
  const readBack = (cloudApi: TuyaApi, tuyaId: string, write: TuyaWrite): void => {
    const timer = setTimeout(() => {
      if (write.isOver) return;
      cloudApi.status(tuyaId).then(
        (values) => write.reported(values),
        (fault: unknown) => lines.write("warn", cloud, { err: fault }, "the status of a device could not be read back"),
      );
    }, readBackMs);
    void write.done.then(() => clearTimeout(timer));
  };

  const sent = async (device: RegisteredDevice, own: TuyaWrite, commands: readonly TuyaCommand[], begin: () => void): Promise<void> => {
    await inCloud(device, async (cloudApi, tuyaId) => {
      await cloudApi.command(tuyaId, commands, () => {
        begin();
        const others = (writes.get(tuyaId) ?? []).filter(({ write }) => write !== own && !write.isOver);
        writes.set(tuyaId, [...others, { write: own, sentAt: now() }]);
      });
      readBack(cloudApi, tuyaId, own);
    });
    await own.done;
  };

  return {
    preview(device, write) {
      if (device.protocol.name !== "tuya") return undefined;
      return { place: `POST ${commandPath(ownId(device))}`, message: commandBody(commandsOf(codeWrites(write))) };
    },
    write(device, write, begin) {
      if (device.protocol.name !== "tuya") return undefined;
      const asked = codeWrites(write);
      const own = new TuyaWrite(asked, begin);
      return { place: "commands", done: sent(device, own, commandsOf(asked), begin), overdue: () => own.overdue() };
    },
    reset: (device) => inCloud(device, (cloudApi, tuyaId) => cloudApi.reset(tuyaId)),
    async refresh(deviceIds) {
      if (!api) return;
      const asked = new Map((await fleet.among(deviceIds)).map((device) => [device.id, device]));
      for (const { id, sn, tuyaId } of presence.among(deviceIds)) {
        const device = asked.get(id);
        if (device?.tuyaId === tuyaId) presence.renew(device);
        else presence.drop(sn);
      }
      const unknown = [...asked.values()].filter((device) => !presence.isKnown(device));
      if (unknown.length > 0) read(api, batchesOf(unknown));
    },
    begin() {
      if (!access || !api) return;
      queue = openTuyaQueue({ access, log, lines, troubles, take, unfit, times: { backMs, mostBackMs, pingMs } });
      read(api, allBatches(fleet));
    },
    stats: () => ({ connected: queue?.isConnected() ?? false, ...counts }),
    async stop(withinMs) {
      ended.abort();
      await queue?.stop(withinMs);
      await reading;
      lines.flush();
    },
  };
};

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
};
