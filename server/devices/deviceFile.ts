import { type DeviceColumnId, deviceTable } from "#contract/deviceTable.ts";
import type { RequestOf } from "#contract/kit/call.ts";
import { localTime } from "#contract/kit/localTime.ts";
import type { Language } from "#contract/messages.ts";
import { device } from "#contract/resources/device.ts";
import type { Db } from "#server/db/open.ts";
import type { JobKind } from "#server/jobs/jobKind.ts";
import type { Caller } from "#server/kit/caller.ts";
import { nextTurn } from "#server/kit/nextTurn.ts";
import { type Rows, tableFile } from "#server/kit/tableFile.ts";
import { nextIds, totalDevices } from "./deviceList.ts";
import { openDeviceNames } from "./deviceNames.ts";
import { deviceCells, deviceRecords, loadLabels } from "./deviceRecord.ts";

type Request = RequestOf<typeof device.calls.dlexcel>;

const batchRows = 500;
const names: Readonly<Record<Language, string>> = { zh: "设备", en: "Devices" };

const isWritten = (id: DeviceColumnId): id is Exclude<DeviceColumnId, "password"> => id !== "password";
const columns = deviceTable.filter(({ id }) => isWritten(id));
const ids = deviceTable.map(({ id }) => id).filter(isWritten);

interface Asked {
  readonly db: Db;
  readonly request: Request;
  readonly language: Language;
  /** Whose rights hold for the next batch. */
  caller(): Promise<Caller>;
  told(progress: { done: number; total: number }): Promise<void>;
}

async function* batches({ db, request, language, caller: callerNow, told }: Asked): AsyncGenerator<Rows> {
  const total = await totalDevices(db, await callerNow(), request);
  let behind = "";
  let done = 0;
  for (;;) {
    const caller = await callerNow();
    const found = await nextIds(db, caller, request, { behind, limit: batchRows });
    const records = new Map((await deviceRecords(db, found)).map((record) => [record.device.id, record]));
    const labels = openDeviceNames(db, caller);
    await loadLabels(labels, [...records.values()]);
    yield found.flatMap((id) => {
      const record = records.get(id);
      if (!record) return [];
      const cells = deviceCells(record, labels, language);
      return [ids.map((column) => cells[column])];
    });
    done += found.length;
    behind = found.at(-1) ?? behind;
    await told({ done, total: Math.max(total, done) });
    await nextTurn();
    if (found.length < batchRows) return;
  }
}

/** The devices that the filters let through as a table that an import reads, without passwords. Begins anew after an interruption. */
export const deviceFileJob: JobKind<Request> = {
  name: "deviceFile",
  call: device.calls.dlexcel,
  async run({ request, language: asked, at, caller, report, keepFile }, { db }) {
    const language = request.language ?? asked;
    const { zone } = await caller();
    await keepFile(
      await tableFile({
        name: `${names[language]} ${localTime(zone)(at).slice(0, 10)}`,
        ...{ format: request.format, language, batches: batches({ db, request, language, caller, told: report }) },
        columns: columns.map(({ headings, width }) => ({ heading: headings[language], width })),
      }),
    );
  },
};
