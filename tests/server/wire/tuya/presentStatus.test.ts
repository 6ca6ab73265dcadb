import { expect, it } from "vitest";
import { allBatches, readPresentStatus } from "#server/wire/tuya/presentStatus.ts";
import type { TuyaDevice } from "#server/wire/tuya/tuyaFleet.ts";

const named = (tuyaId: string): TuyaDevice => ({
  ...{ id: `id-${tuyaId}`, sn: tuyaId, name: tuyaId, companyId: "c", companyPath: "/c/" },
  tuyaId,
});

/** Devices of one page, of which the first page cannot be read at first, and one is gone when its status comes. */
it("a fault of the database does not end the reading, and a device that has gone does not hold up the others", async () => {
  const pages = [["a", "b"], ["c"]].map((page) => page.map(named));
  const failures: string[] = [];
  const read: string[] = [];
  const asked: string[] = [];
  let isBroken = true;
  const after = async (behind: string): Promise<TuyaDevice[]> => {
    asked.push(behind);
    if (behind === "b" && isBroken) {
      isBroken = false;
      throw new Error("database is locked");
    }
    return pages.find(([first]) => (first?.tuyaId ?? "") > behind) ?? [];
  };
  await readPresentStatus({
    api: {
      presences: async (ids) => new Map(ids.map((id) => [id, true])),
      statuses: async (ids) => ids.map((id) => ({ id, status: [] })),
    },
    batches: allBatches({ after }),
    still: async (devices) => devices.filter(({ tuyaId }) => tuyaId !== "a"),
    troubles: { failed: (_, fault) => void failures.push(String(fault)), over: () => undefined },
    signal: new AbortController().signal,
    ...{ paceMs: 0, backMs: 1, mostBackMs: 4 },
    presence: async () => undefined,
    async status({ tuyaId }) {
      if (tuyaId === "a") throw new Error("the device is gone");
      read.push(tuyaId);
    },
    refused: () => expect.unreachable(),
  });
  expect([read, asked]).toEqual([
    ["b", "c"],
    ["", "b", "b", "c"],
  ]);
  expect(failures).toEqual(["Error: the device is gone", "Error: database is locked"]);
});
