import { type Metrics, openMetrics } from "#server/http/metrics.ts";
import type { Realtime } from "#server/realtime/realtime.ts";
import type { Health, Machine } from "#server/system/health.ts";
import type { Troubles } from "#server/system/troubles.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import type { DeviceLogIn } from "#server/wire/deviceLogIn.ts";
import type { FaultLog } from "#server/wire/faults.ts";
import type { Ingest } from "#server/wire/ingest.ts";
import type { Broker } from "#server/wire/mqtt/broker.ts";
import type { PresenceKeeper } from "#server/wire/presence.ts";
import type { PushSide } from "#server/wire/push/pushSide.ts";
import type { TuyaSide } from "#server/wire/tuya/tuyaSide.ts";

interface Measured {
  readonly presence: Pick<PresenceKeeper, "onlineCount">;
  readonly realtime: () => Pick<Realtime, "stats">;
  readonly telemetry: Pick<Telemetry, "stats">;
  readonly health: Pick<Health, "report">;
  readonly machine: Pick<Machine, "disk">;
  readonly troubles: Pick<Troubles, "standing" | "total">;
  readonly ingest: Pick<Ingest, "stats">;
  readonly faults: Pick<FaultLog, "total">;
  readonly door: Pick<DeviceLogIn, "stats">;
  readonly push: Pick<PushSide, "stats">;
  readonly tuya: Pick<TuyaSide, "stats">;
  /** Undefined until it is open. */
  readonly broker: () => Pick<Broker, "stats"> | undefined;
}

/** What an operator's monitoring reads of the server. */
export const openFigures = ({
  presence,
  realtime,
  telemetry,
  health,
  machine,
  troubles,
  ingest,
  faults,
  door,
  push,
  tuya,
  broker,
}: Measured): Metrics =>
  openMetrics(
    {
      devices_online: { help: "Devices connected", value: () => presence.onlineCount() },
      sockets_open: { help: "Pages connected", value: () => realtime().stats().sockets },
      readings_queued: { help: "Readings waiting to be stored", value: async () => (await telemetry.stats()).queued },
      ready: { help: "1 while the server can serve", value: async () => ((await health.report()).status === "ready" ? 1 : 0) },
      disk_free_bytes: { help: "Free on the disk of the data folder", value: async () => (await machine.disk()).free },
      tuya_connected: {
        help: "1 while the message queue of the Tuya cloud is connected; 0 without access to it, too",
        value: () => (tuya.stats().connected ? 1 : 0),
      },
      trouble: {
        help: "1 for what could not be written or looked after the last time and is tried again",
        parts: () => troubles.standing().map(({ part }) => part),
      },
    },
    {
      messages: { help: "Telemetry messages stored", value: () => ingest.stats().messages },
      readings: { help: "Readings decoded", value: () => ingest.stats().readings },
      faults: { help: "What devices sent that could not be read", value: () => faults.total() },
      messages_dropped: {
        help: "Messages of devices acknowledged and dropped",
        value: () => (broker()?.stats().dropped ?? 0) + push.stats().dropped + tuya.stats().dropped,
      },
      device_logins_refused: { help: "Log-ins of devices refused", value: () => door.stats().refusedLogins },
      device_logins_limited: { help: "Log-ins of devices not judged", value: () => door.stats().limitedLogins },
      device_posts: { help: "Messages that devices posted over HTTP", value: () => push.stats().posts },
      tuya_messages: { help: "Messages of the Tuya cloud", value: () => tuya.stats().messages },
      tuya_unknown_devices: {
        help: "Messages of the Tuya cloud acknowledged, of devices that nobody here has or whose organisation may not work",
        value: () => tuya.stats().unknown,
      },
      tuya_unreadable: {
        help: "Messages of the Tuya cloud acknowledged that could not be opened or read",
        value: () => tuya.stats().unreadable,
      },
      devices_flooding: { help: "Connections of devices closed for flooding", value: () => broker()?.stats().flooded ?? 0 },
      unknown_points: { help: "Values of points that no data template has", value: () => ingest.stats().unknownPoints },
      troubles: { help: "What could not be written or looked after", value: () => troubles.total() },
    },
  );
