import type { Troubles } from "#server/system/troubles.ts";
import { mostAtOnce, type TuyaApi, type TuyaDeviceStatus } from "./tuyaApi.ts";
import type { TuyaDevice, TuyaFleet } from "./tuyaFleet.ts";

interface Options {
  api: Pick<TuyaApi, "presences" | "statuses">;
  /** Of twenty devices at the most. */
  batches: AsyncIterable<readonly TuyaDevice[]>;
  troubles: Pick<Troubles, "failed" | "over">;
  signal: AbortSignal;
  /** Between one batch and the next: the cloud counts calls. */
  paceMs: number;
  /** How long it takes until a batch that failed is asked again, and twice as long each further time. */
  backMs: number;
  mostBackMs: number;
  presence(device: TuyaDevice, online: boolean): Promise<void>;
  status(device: TuyaDevice, status: TuyaDeviceStatus["status"]): Promise<void>;
}

/** Resolves after the time, or when it is stopped. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });

/** All devices of the cloud. */
export async function* allBatches(fleet: Pick<TuyaFleet, "after">): AsyncGenerator<readonly TuyaDevice[]> {
  for (let batch = await fleet.after("", mostAtOnce); batch.length > 0; ) {
    yield batch;
    batch = await fleet.after(batch.at(-1)?.tuyaId ?? "", mostAtOnce);
  }
}

export async function* batchesOf(devices: readonly TuyaDevice[]): AsyncGenerator<readonly TuyaDevice[]> {
  for (let at = 0; at < devices.length; at += mostAtOnce) yield devices.slice(at, at + mostAtOnce);
}

/**
 * Reads once how devices are at present, a batch after the other: whether they are online, and of those that are their values. A batch that
 * fails is asked again, later and later. Resolves when all have been read, or it is stopped.
 */
export const readPresentStatus = async (options: Options): Promise<void> => {
  const { api, batches, troubles, signal, paceMs, mostBackMs, presence, status } = options;
  const readBatch = async (batch: readonly TuyaDevice[]): Promise<void> => {
    const online = await api.presences(batch.map(({ tuyaId }) => tuyaId));
    for (const device of batch) if (online.has(device.tuyaId)) await presence(device, online.get(device.tuyaId) === true);
    const present = batch.filter(({ tuyaId }) => online.get(tuyaId) === true);
    if (present.length === 0) return;
    const byId = new Map(present.map((device) => [device.tuyaId, device]));
    for (const { id, status: values } of await api.statuses([...byId.keys()])) {
      const device = byId.get(id);
      if (device) await status(device, values);
    }
  };
  for await (const batch of batches) {
    for (let backMs = options.backMs; !signal.aborted; backMs = Math.min(mostBackMs, 2 * backMs)) {
      try {
        await readBatch(batch);
        troubles.over("present status");
        break;
      } catch (fault) {
        troubles.failed("present status", fault, "devices of the Tuya cloud could not be read, will be tried again");
        await pause(backMs, signal);
      }
    }
    if (signal.aborted) return;
    await pause(paceMs, signal);
  }
};
