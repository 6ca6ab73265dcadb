import type { Troubles } from "#server/system/troubles.ts";
import { mostAtOnce, type TuyaApi, type TuyaDeviceStatus, TuyaRefusal } from "./tuyaApi.ts";
import type { TuyaDevice, TuyaFleet } from "./tuyaFleet.ts";
import { isOfAll } from "./tuyaProblem.ts";

/** The next devices, twenty at the most; undefined behind the last. Where it rejects, the same ones may be asked for again. */
export type Batches = () => Promise<readonly TuyaDevice[] | undefined>;

interface Options {
  api: Pick<TuyaApi, "presences" | "statuses">;
  batches: Batches;
  /** Those of the devices that are still there, as they are by now. */
  still(devices: readonly TuyaDevice[]): Promise<readonly TuyaDevice[]>;
  troubles: Pick<Troubles, "failed" | "over">;
  signal: AbortSignal;
  /** Between one batch and the next: the cloud counts calls. */
  paceMs: number;
  /** How long it takes until a batch that failed is asked again, and twice as long each further time. */
  backMs: number;
  mostBackMs: number;
  presence(device: TuyaDevice, online: boolean): Promise<void>;
  status(device: TuyaDevice, status: TuyaDeviceStatus["status"]): Promise<void>;
  /** The cloud tells nothing of the device alone. */
  refused(device: TuyaDevice, refusal: TuyaRefusal): void;
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
export const allBatches = (fleet: Pick<TuyaFleet, "after">): Batches => {
  let behind = "";
  return async () => {
    const batch = await fleet.after(behind, mostAtOnce);
    const last = batch.at(-1);
    if (!last) return undefined;
    behind = last.tuyaId;
    return batch;
  };
};

export const batchesOf = (devices: readonly TuyaDevice[]): Batches => {
  let at = 0;
  return async () => {
    const batch = devices.slice(at, at + mostAtOnce);
    at += mostAtOnce;
    return batch.length > 0 ? batch : undefined;
  };
};

/**
 * Reads once how devices are at present, a batch after the other: whether they are online, and of those that are their values. What fails is
 * asked again, later and later; a batch that the cloud refuses for what is in it is asked in halves, down to the devices that it refuses
 * alone. Resolves when all have been read, or it is stopped.
 */
export const readPresentStatus = async (options: Options): Promise<void> => {
  const { api, batches, still, troubles, signal, paceMs, mostBackMs, presence, status, refused } = options;
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
  /** Resolves to what the work does at last; undefined where it is stopped before. */
  const tried = async <T>(work: (isAgain: boolean) => Promise<T>): Promise<T | undefined> => {
    let isAgain = false;
    for (let backMs = options.backMs; !signal.aborted; backMs = Math.min(mostBackMs, 2 * backMs)) {
      try {
        const done = await work(isAgain);
        troubles.over("present status");
        return done;
      } catch (fault) {
        if (signal.aborted) return undefined;
        troubles.failed("present status", fault, "devices of the Tuya cloud could not be read, will be tried again");
        isAgain = true;
        await pause(backMs, signal);
      }
    }
    return undefined;
  };
  /** Resolves to what has to be asked apart. */
  const readOrHalve = async (batch: readonly TuyaDevice[]): Promise<readonly (readonly TuyaDevice[])[]> => {
    try {
      if (batch.length > 0) await readBatch(batch);
      return [];
    } catch (fault) {
      if (!(fault instanceof TuyaRefusal) || isOfAll(fault)) throw fault;
      const [first, second] = batch;
      if (first && !second) refused(first, fault);
      const half = Math.ceil(batch.length / 2);
      return second ? [batch.slice(0, half), batch.slice(half)] : [];
    }
  };

  for (let batch = await tried(batches); batch; batch = await tried(batches)) {
    const waiting = [batch];
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const asked = part;
      // What has gone in the meantime would fail for ever.
      const halves = await tried(async (isAgain) => await readOrHalve(isAgain ? await still(asked) : asked));
      waiting.unshift(...(halves ?? []));
      if (signal.aborted) return;
      await pause(paceMs, signal);
    }
  }
};
