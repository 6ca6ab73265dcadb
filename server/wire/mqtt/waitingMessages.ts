import type { Turns } from "#server/kit/turns.ts";
import type { GatheredLines } from "#server/wire/gatheredLines.ts";
import { type DeviceSession, NotStored, type TransportLog } from "#server/wire/transport.ts";
import type { Connection } from "./brokerConnection.ts";
import type { BrokerHooks } from "./brokerHooks.ts";
import { type Place, topicOf } from "./mqttTopics.ts";

/** Messages between their arrival and their acknowledgement. */
export interface WaitingMessages {
  /** Holds the message until it is stored, and the socket while too many of its messages wait. Rejecting closes the connection. */
  receive(connection: Connection, session: DeviceSession, place: Place, payload: Buffer, retained: boolean): Promise<void>;
  /** Takes no socket up again; resolves once nothing waits, or after the milliseconds. */
  stop(withinMs: number): Promise<void>;
  stats(): { received: number; waiting: number; dropped: number };
}

interface Options {
  hooks: Pick<BrokerHooks, "received" | "failed">;
  log: TransportLog;
  lines: Pick<GatheredLines, "write">;
  turns: Turns;
  /** Messages of one connection. */
  most: number;
}

/** Bytes of messages that wait to be stored; beyond, devices that send much are not read. */
const mostBytes = 4_194_304;
/** Of one connection; beyond, its socket is not read, so that one device cannot make all others wait. */
const mostBytesOfOne = 262_144;

export const openWaitingMessages = ({ hooks, log, lines, turns, most }: Options): WaitingMessages => {
  const counts = { received: 0, waiting: 0, dropped: 0 };
  let bytes = 0;
  let stopping = false;
  let drained: (() => void) | undefined;

  const begin = (connection: Connection, length: number): void => {
    counts.received += 1;
    counts.waiting += 1;
    bytes += length;
    connection.waiting += 1;
    connection.waitingBytes += length;
    if (connection.waiting >= most || connection.waitingBytes >= mostBytesOfOne) {
      connection.full = true;
      connection.link.hold();
    }
    if (bytes > mostBytes) turns.paused = true;
  };

  const end = (connection: Connection, length: number): void => {
    counts.waiting -= 1;
    bytes -= length;
    connection.waiting -= 1;
    connection.waitingBytes -= length;
    if (bytes <= mostBytes / 2) turns.paused = false;
    const empty = connection.waiting <= most >> 1 && connection.waitingBytes <= mostBytesOfOne / 2;
    if (connection.full && empty && !stopping) {
      connection.full = false;
      connection.link.release();
    }
    if (counts.waiting === 0) drained?.();
  };

  return {
    async receive(connection, session, place, payload, retained) {
      begin(connection, payload.length);
      try {
        await hooks.received(session, place, payload, retained);
      } catch (fault) {
        if (stopping || fault instanceof NotStored) throw fault;
        counts.dropped += 1;
        const about = { sn: session.sn, topic: topicOf(session.sn, place), bytes: payload.length };
        lines.write("error", connection.link.remote, { ...about, err: fault }, "a message could not be processed and is dropped");
        await hooks.failed(session, place, payload, fault);
      } finally {
        end(connection, payload.length);
      }
    },
    async stop(withinMs) {
      stopping = true;
      if (counts.waiting === 0) return;
      await new Promise<void>((resolve) => {
        const overdue = setTimeout(() => {
          log.error({ waiting: counts.waiting }, "messages were not stored in time and stay unacknowledged");
          resolve();
        }, withinMs);
        drained = () => {
          clearTimeout(overdue);
          resolve();
        };
      });
    },
    stats: () => ({ ...counts }),
  };
};
