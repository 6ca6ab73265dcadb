import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onPostgres } from "#tests/server/database.ts";
import { callerOf } from "#tests/server/resources/world.ts";
import { instantOf, type ListedLog, openLogs, rowCount } from "./cursorSite.ts";

type Site = Awaited<ReturnType<typeof openLogs>>;
type Name = keyof Site["logs"];
type Company = "root" | "north" | "south";

let site: Site;
beforeAll(async () => {
  site = await openLogs();
}, 120_000);
afterAll(() => site.close());

const iso = (row: number): string => new Date(instantOf(row)).toISOString();

interface Way {
  log: Name;
  company: Company;
  fields: { sortField?: string; sortOrder?: "asc" | "desc"; companyId?: string; from?: string; to?: string; failed?: boolean };
}

const both = ["desc", "asc"] as const;
const period = { from: iso(1500), to: iso(31_500) };
const ofDevices = (log: Name): Way[] => [
  ...both.flatMap((sortOrder) =>
    (["root", "north", "south"] as const).map((company) => ({
      log,
      company,
      fields: { sortField: log === "alarms" ? "raisedAt" : "at", sortOrder },
    })),
  ),
  ...both.map((sortOrder) => ({ log, company: "root" as const, fields: { sortOrder, ...period } })),
  ...both.map((sortOrder) => ({ log, company: "north" as const, fields: { sortOrder, ...period } })),
  { log, company: "root", fields: { companyId: "north", sortOrder: "desc" } },
];
const timed: Way[] = [
  ...(["states", "events", "alarms", "operations"] as const).flatMap(ofDevices),
  { log: "results", company: "root", fields: {} },
];
const sorted = (["deviceName", "level", "state"] as const).flatMap((sortField): Way[] =>
  both.map((sortOrder) => ({ log: "alarms", company: "north", fields: { sortField, sortOrder } })),
);

const walk = async ({ ask, idOf, add }: ListedLog, { company, fields }: Way, pageSize: number): Promise<string[]> => {
  const walked: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof ask>> = await ask(callerOf(company), { ...fields, pageSize, ...(cursor ? { cursor } : {}) });
    walked.push(...page.list.map(idOf));
    ({ cursor } = page);
    await add();
  } while (cursor !== null && walked.length <= 2 * rowCount);
  return walked;
};

const newestFirst = ({ log, fields: { sortField = "at", sortOrder } }: Way): boolean =>
  log !== "results" && ["at", "raisedAt"].includes(sortField) && sortOrder === "desc";

describe("a log by its cursor", () => {
  it.each([...timed.filter(({ fields }) => !fields.from), ...sorted])(
    "is walked whole, each row once, while newer ones come: $log of $company by $fields [S7.022]",
    async (way) => {
      const log = site.logs[way.log];
      const { total } = await log.ask(callerOf(way.company), { ...way.fields, pageSize: 1 });
      const walked = await walk(log, way, 1000);
      expect(new Set(walked).size).toBe(walked.length);
      // Those that came meanwhile stand before what was read where the newest come first, and are met later otherwise.
      if (newestFirst(way)) expect(walked.length).toBe(total);
      else expect(walked.length).toBeGreaterThanOrEqual(total);
      expect(total).toBeGreaterThanOrEqual(rowCount / 3);
    },
    120_000,
  );

  it.each(timed)("costs on a late page what it does on the first: $log of $company by $fields [S7.022]", async (way) => {
    const log = site.logs[way.log];
    const late = await log.ask(callerOf(way.company), { ...way.fields, pageSize: 1000, pageNo: 8 });
    const first = await readOf(log, way, {});
    const behind = await readOf(log, way, { cursor: late.cursor });
    if (onPostgres()) {
      expect(first.read).toBeGreaterThan(0);
      expect(behind.read).toBeLessThanOrEqual(first.read + pageSize);
    }
    // The cursor's place bounds what is read, and no wider bound on the same side does.
    else for (const step of behind.steps) expect(step).toMatch(wayOf(way));
    expect(behind.steps.length).toBeGreaterThan(0);
  });
});

const pageSize = 20;
/**
 * The bound of the place itself where the order of time is walked. Few rows of devices are gathered by device on every page, and those of a
 * period of the operation log by their time.
 */
const wayOf = ({ log, company, fields: { sortOrder, from } }: Way): RegExp => {
  if (log === "operations" && company === "root" && from) return /operation_log_at/;
  if (log !== "operations" && (company === "south" || (company === "north" && from))) return /_device \(device_id=\?/;
  return new RegExp(String.raw`(?:\((?:at|raised_at),id\)|rowid|seq|place)${sortOrder === "desc" ? "<" : ">"}\(?\?`);
};

/** How the statements that find a page read the log's table: by what steps, and how many rows where the database counts them. */
const readOf = async ({ table, ask }: ListedLog, { company, fields }: Way, more: object): Promise<{ steps: string[]; read: number }> => {
  site.statements.length = 0;
  await ask(callerOf(company), { ...fields, pageSize, ...more });
  const finds = new RegExp(`^select .* from "?${table}"? .* limit \\S+(?: offset \\S+)?$`, "s");
  const asked = site.statements.filter((statement) => finds.test(statement.sql));
  const steps: string[] = [];
  let read = 0;
  for (const statement of asked) {
    const explained = { ...sql`select`.compile(site.db), parameters: statement.parameters };
    if (onPostgres()) {
      const { rows } = await site.db.executeQuery<{ "QUERY PLAN": [{ Plan: Node }] }>({
        ...explained,
        sql: `explain (analyze, format json) ${statement.sql}`,
      });
      for (const scan of scans(rows[0]?.["QUERY PLAN"][0].Plan, table)) {
        steps.push(scan["Node Type"]);
        read += rowsOf(scan);
      }
    } else {
      const { rows } = await site.db.executeQuery<{ detail: string }>({ ...explained, sql: `explain query plan ${statement.sql}` });
      steps.push(...rows.map(({ detail }) => detail).filter((detail) => detail.includes(table)));
    }
  }
  return { steps, read };
};

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Node[];
}

function* scans(node: Node | undefined, table: string): Generator<Node> {
  if (!node) return;
  if (node["Relation Name"] === table) yield node;
  for (const inner of node.Plans ?? []) yield* scans(inner, table);
}

const rowsOf = (node: Node): number => (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
