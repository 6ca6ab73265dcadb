import type { Troubles } from "#server/system/troubles.ts";
import { mostAtOnce, type TuyaApi, type TuyaDeviceStatus } from "./tuyaApi.ts";
import type { TuyaDevice, TuyaFleet } from "./tuyaFleet.ts";

interface Options {
  api: Pick<TuyaApi, "presences" | "statuses">;
  fleet: Pick<TuyaFleet, "after">;
  troubles: Pick<Troubles, "failed" | "over">;
  signal: AbortSignal;
  /** Between one batch and the next: the cloud counts calls. */
  paceMs: number;
  presence(device: TuyaDevice, online: boolean): void;
  status(device: TuyaDevice, status: TuyaDeviceStatus["status"]): Promise<void>;
}

const firstBackMs = 5000;
const mostBackMs = 300_000;

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

/**
 * Reads once how all devices are at present, a batch after the other: whether they are online, and of those that are their values. A batch
 * that fails is asked again, later and later. Resolves when all have been read, or it is stopped.
 */
export const readPresentStatus = async ({ api, fleet, troubles, signal, paceMs, presence, status }: Options): Promise<void> => {
  const readBatch = async (batch: readonly TuyaDevice[]): Promise<void> => {
    const online = await api.presences(batch.map(({ tuyaId }) => tuyaId));
    for (const device of batch) if (online.has(device.tuyaId)) presence(device, online.get(device.tuyaId) === true);
    const present = batch.filter(({ tuyaId }) => online.get(tuyaId) === true);
    if (present.length === 0) return;
    const byId = new Map(present.map((device) => [device.tuyaId, device]));
    for (const { id, status: values } of await api.statuses([...byId.keys()])) {
      const device = byId.get(id);
      if (device) await status(device, values);
    }
  };
  let after = "";
  let backMs = firstBackMs;
  while (!signal.aborted) {
    try {
      const batch = await fleet.after(after, mostAtOnce);
      const last = batch.at(-1);
      if (!last) return;
      await readBatch(batch);
      after = last.tuyaId;
      backMs = firstBackMs;
      troubles.over("present status");
      await pause(paceMs, signal);
    } catch (fault) {
      if (signal.aborted) return;
      troubles.failed("present status", fault, "devices of the Tuya cloud could not be read, will be tried again");
      await pause(backMs, signal);
      backMs = Math.min(mostBackMs, 2 * backMs);
    }
  }
};
