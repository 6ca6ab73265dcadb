import { alarmLog } from "#contract/resources/alarm.ts";
import { device } from "#contract/resources/device.ts";
import type { Db } from "#server/db/open.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { answerTimes, type Question } from "./answerTimes.ts";
import { type BenchSite, openBenchSite } from "./benchSite.ts";
import { type Askers, aim, askersOf, seedFleet, type Tokens } from "./deviceListBench.ts";
import { type Engine, embedded } from "./engines.ts";
import type { Figure } from "./figures.ts";
import { settle } from "./fleetSeed.ts";

const records = 1_000_000;
const devices = 100_000;
const rowsAtOnce = 500;
const lastRaised = Date.UTC(2026, 10, 1);
/** ms between two records: a year of them. */
const apart = Math.round((365 * 86_400_000) / records);
const pageSize = 20;
const rules = 40;

/** One in 500 has not cleared, those of the last days are unprocessed, one in twenty is an emergency. */
const recordAt = (index: number) => {
  const raised = lastRaised - index * apart;
  const of = (index * 7919) % devices;
  const isOpen = index < devices && index % 50 === 0;
  const isNew = isOpen || index < 5000;
  return {
    id: `record-${String(index).padStart(7, "0")}`,
    company_id: rootCompanyId,
    device_id: `device-${of}`,
    slave: 1,
    rule_id: `rule-${index % rules}`,
    rule_name: index % 2 === 0 ? "温度过高" : "Pressure out of range",
    point_id: null,
    point_name: "t",
    point_name_en: "",
    unit: "℃",
    level: index % 20 === 0 ? 3 : index % 3,
    state: isNew ? 0 : 1 + (index % 2),
    content: `设备 ${of} 温度过高`,
    content_en: `Device ${of} is too hot`,
    value: String(90 + (index % 10)),
    open_key: isOpen ? `rule|device-${of}|${index}` : null,
    raised_at: raised,
    released_at: isOpen ? null : raised + 600_000,
    processed_at: isNew ? null : raised + 3_600_000,
    processor_id: isNew ? null : "user-admin",
    processor: isNew ? "" : "admin",
    remark: isNew ? "" : "checked",
  };
};

/** Switched off: nothing is judged here. */
const ruleAt = (nth: number) => ({
  ...{ id: `rule-${nth}`, company_id: rootCompanyId, name: `Rule ${nth}`, recipe_id: "bench-recipe", point_id: "point-t", device_id: null },
  ...{ level: 1, condition: "above" as const, a: 90, b: null, min: null, max: 80, hold_seconds: 0, save_data: 1, enabled: 0 },
  ...{ push_content: "", push_content_en: "", release_content: "", release_content_en: "" },
  ...{ created_at: 0, updated_at: 0, updated_by: "" },
});

const seedRecords = async (db: Db): Promise<void> => {
  for (let from = 0; from < records; from += rowsAtOnce * 20)
    await db.transaction().execute(async (tx) => {
      for (let at = from; at < Math.min(records, from + rowsAtOnce * 20); at += rowsAtOnce)
        await tx
          .insertInto("alarm_log")
          .values(Array.from({ length: rowsAtOnce }, (_, nth) => recordAt(at + nth)))
          .execute();
    });
};

const questionsOf = (askers: Askers, beside: Askers | undefined): Question[] => {
  const asked = (what: string, path: string, fields: (turn: number) => object, who: keyof Askers = "admin"): Question => ({
    what,
    path,
    fields,
    client: askers[who],
    ...(beside ? { beside: { what: "embedded", client: beside[who] } } : {}),
    aim,
  });
  const { query, count, countLevel, queryDevices } = alarmLog.calls;
  const page = (what: string, fields: (turn: number) => object, who: keyof Askers = "admin") =>
    asked(what, query.path, (turn) => ({ pageSize, ...fields(turn) }), who);
  const day = (turn: number) => ({
    from: new Date(lastRaised - (turn % 300) * 86_400_000 - 86_400_000).toISOString(),
    to: new Date(lastRaised - (turn % 300) * 86_400_000).toISOString(),
  });
  return [
    page("records: first page", () => ({})),
    page("records: page 25,000 of 50,000", (turn) => ({ pageNo: 25_000 + (turn % 40) })),
    page("records: last page", (turn) => ({ pageNo: 50_000 - (turn % 40) })),
    page("records: unprocessed", () => ({ state: 0 })),
    page("records: in alarm", () => ({ open: true })),
    page("records: emergencies", () => ({ level: 3 })),
    page("records: emergencies, page 1,000", (turn) => ({ level: 3, pageNo: 1000 + (turn % 40) })),
    page("records: of a day", day),
    page("records: of a device", (turn) => ({ deviceId: `device-${turn % 1000}` })),
    page("records: of a rule", (turn) => ({ ruleId: `rule-${turn % rules}` })),
    page("records: by level", () => ({ sortField: "level", sortOrder: "desc" })),
    page("records: search by SN", (turn) => ({ search: `BENCH-0${String(1000 + (turn % 9000)).slice(0, 4)}` })),
    page("records: search by text, 500,000 hits", (turn) => ({ search: turn % 2 === 0 ? "过高" : "out of range" })),
    page("records: search without a hit", (turn) => ({ search: `nowhere ${turn}` })),
    page("records: tenant of 20,000 devices", () => ({}), "tenant"),
    page("records: tenant of 20,000 devices, unprocessed", () => ({ state: 0 }), "tenant"),
    page("records: tenant of 20,000 devices, page 5,000", (turn) => ({ pageNo: 5000 + (turn % 40) }), "tenant"),
    asked("counts", count.path, () => ({})),
    asked("counts by level", countLevel.path, () => ({})),
    asked("counts by level, of a day", countLevel.path, day),
    asked("counts by level, tenant", countLevel.path, () => ({}), "tenant"),
    asked("by device", queryDevices.path, () => ({ pageSize })),
    asked("by device, in alarm", queryDevices.path, () => ({ pageSize, open: true })),
    asked("by device, of a day", queryDevices.path, (turn) => ({ pageSize, ...day(turn) })),
    asked("devices in alarm, worst first", device.calls.device_alarm_list.path, () => ({ pageSize })),
    asked("numbers of devices in alarm", device.calls.getDeviceAlarmNum.path, () => ({})),
  ];
};

const seed = async (db: Db): Promise<Tokens> => {
  const tokens = await seedFleet(db);
  await db
    .insertInto("alarm_trigger")
    .values(Array.from({ length: rules }, (_, nth) => ruleAt(nth)))
    .execute();
  await seedRecords(db);
  await settle(db);
  return tokens;
};

/** Answer times of the alarm history at 1,000,000 records of 100,000 devices, asked over HTTP of the whole server. */
export const benchAlarms = async (rounds: number, engine: Engine): Promise<Figure[]> => {
  const sites: BenchSite<Tokens>[] = [];
  try {
    for (const each of new Set([engine, embedded])) sites.push(await openBenchSite(seed, each));
    const [asked, beside] = sites.map(askersOf);
    if (!asked) throw new Error("no server was started");
    return await answerTimes(questionsOf(asked, beside), { rounds, asks: 20 });
  } finally {
    for (const site of sites) await site.close();
  }
};
