import { constants, readFileSync } from "node:fs";
import { access, readdir, statfs } from "node:fs/promises";
import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import { StartFault } from "#server/startFault.ts";
import type { Part, Troubles } from "#server/system/troubles.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";

export type Condition = "starting" | "ready" | "failing" | "stopping";
export type Check = "database" | "telemetry writer" | "telemetry reader" | "descriptors" | "disk" | "data folder";

export interface HealthReport {
  readonly status: Condition;
  /** "ok", or in a few words what is wrong; names no path. */
  readonly checks: Readonly<Record<Check, string>>;
  /** What could not be done the last time and will be tried again; the server serves all the same. */
  readonly troubles: readonly Part[];
}

export interface Descriptors {
  readonly open: number;
  readonly limit: number;
}

export interface Machine {
  /** Undefined where the system does not say. */
  descriptors(): Promise<Descriptors | undefined>;
  /** Bytes on the disk of the data folder. */
  disk(): Promise<{ free: number; size: number }>;
  writable(): Promise<void>;
}

export interface Health {
  become(condition: "ready" | "stopping"): void;
  report(): Promise<HealthReport>;
  stop(): void;
}

/** The last that are free are for the server's own files; with fewer, connections are dropped before anybody sees them. */
const reservedDescriptors = 32;
const reservedDiskBytes = 64 * 1_048_576;
const lowDiskBytes = 1024 * 1_048_576;
const keptMs = 1_000;
const answerMs = 1_000;

const isOutOfDescriptors = (fault: unknown): boolean => fault instanceof Error && "code" in fault && fault.code === "EMFILE";

/** Read at the start: later there may be no descriptor left to read it with. */
const descriptorLimit = (): number | undefined => {
  if (process.platform !== "linux") return undefined;
  const limit = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  return limit === "unlimited" ? Number.MAX_SAFE_INTEGER : limit === undefined ? undefined : Number(limit);
};

/** The server's own files, databases, workers and ports, those that stay reserved, and a few for who comes first. */
const leastDescriptors = 128;

/** Said before anything is opened: what fails for want of descriptors later says so in many ways. */
export const checkDescriptors = (limit = descriptorLimit()): void => {
  if (limit !== undefined && limit < leastDescriptors)
    throw new StartFault(
      `The limit of open files is ${limit}, and the server takes ${leastDescriptors} before its first device: raise it (LimitNOFILE of the unit, or ulimit -n)`,
    );
};

export const thisMachine = (dataDir: string, limit = descriptorLimit()): Machine => ({
  async descriptors() {
    if (limit === undefined) return undefined;
    try {
      return { open: (await readdir("/proc/self/fd")).length, limit };
    } catch (fault) {
      if (isOutOfDescriptors(fault)) return { open: limit, limit };
      throw fault;
    }
  },
  async disk() {
    const { bavail, blocks, bsize } = await statfs(dataDir);
    return { free: bavail * bsize, size: blocks * bsize };
  },
  writable: () => access(dataDir, constants.W_OK),
});

/**
 * Asks what may hang, one question at a time, and waits a second for it: an answer that is still to come is good as long as it has not been
 * waited for longer than the patience.
 */
const openProbe = (ask: () => Promise<unknown>, patienceMs: number, uptime: () => number): (() => Promise<string>) => {
  let open: { since: number; answer: Promise<string> } | undefined;
  return async () => {
    if (!open) {
      const answer = ask().then(
        () => "ok",
        () => "does not answer",
      );
      open = { since: uptime(), answer };
      void answer.finally(() => {
        open = undefined;
      });
    }
    const { since, answer } = open;
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve(uptime() - since < patienceMs ? "ok" : "does not answer"), answerMs);
    });
    const said = await Promise.race([answer, waited]);
    clearTimeout(timer);
    return said;
  };
};

interface Asked {
  readonly db: Db;
  readonly telemetry: Pick<Telemetry, "ping">;
  readonly troubles: Troubles;
  readonly machine: Machine;
  readonly uptime: () => number;
  /** How often it looks by itself, so that what is found is a line of the log though nobody asks. */
  readonly everyMs?: number;
}

/** Whether the server can serve: asks the databases, the workers, descriptors and disk. */
export const openHealth = ({ db, telemetry, troubles, machine, uptime, everyMs = 5_000 }: Asked): Health => {
  let condition: "starting" | "ready" | "stopping" = "starting";
  // A heavy question keeps the reader busy for seconds, and a large change the database.
  const database = openProbe(() => sql`select 1`.execute(db), 10_000, uptime);
  const writer = openProbe(() => telemetry.ping("writer"), 10_000, uptime);
  const reader = openProbe(() => telemetry.ping("reader"), 60_000, uptime);

  const descriptors = async (): Promise<string> => {
    const known = await machine.descriptors();
    if (!known || known.limit - known.open > reservedDescriptors) return "ok";
    return `${known.open} of ${known.limit} in use`;
  };
  const disk = async (): Promise<string> => {
    const { free } = await machine.disk();
    if (free > reservedDiskBytes) return "ok";
    return `${Math.floor(free / 1_048_576)} MB free`;
  };
  const folder = async (): Promise<string> => {
    await machine.writable();
    return "ok";
  };
  const words = {
    database: "the database does not answer",
    "telemetry writer": "the telemetry writer does not answer",
    "telemetry reader": "the telemetry reader does not answer",
    descriptors: "the limit of open files is reached, connections are dropped: raise LimitNOFILE (or ulimit -n)",
    disk: "the disk of the data folder is full",
    "data folder": "the data folder cannot be written",
  } as const satisfies Record<Check, string>;
  const questions: Readonly<Record<Check, () => Promise<string>>> = {
    database,
    "telemetry writer": writer,
    "telemetry reader": reader,
    descriptors,
    disk,
    "data folder": folder,
  };

  const answerOf = async (check: Check): Promise<readonly [Check, string]> => {
    let said: string;
    try {
      said = await questions[check]();
    } catch (fault) {
      said = fault instanceof Error && "code" in fault ? String(fault.code) : "does not answer";
    }
    if (said === "ok") troubles.over(check);
    else troubles.failed(check, said, words[check]);
    return [check, said];
  };
  const lowDisk = async (): Promise<void> => {
    const { free } = await machine.disk();
    if (free > lowDiskBytes) troubles.over("low disk");
    else troubles.failed("low disk", `${Math.floor(free / 1_048_576)} MB`, "the disk of the data folder is nearly full");
  };

  let held: { at: number; checks: Promise<Record<Check, string>> } | undefined;
  const look = (): Promise<Record<Check, string>> => {
    if (held && uptime() - held.at < keptMs) return held.checks;
    const asked = Promise.all((Object.keys(questions) as Check[]).map(answerOf));
    held = { at: uptime(), checks: asked.then((answers) => Object.fromEntries(answers) as Record<Check, string>) };
    return held.checks;
  };
  const timer = setInterval(() => {
    if (condition === "ready") void Promise.allSettled([look(), lowDisk()]);
  }, everyMs);
  timer.unref();

  return {
    become(next) {
      condition = next;
    },
    async report() {
      const checks = await look();
      const failing = Object.values(checks).some((said) => said !== "ok");
      return {
        status: condition === "ready" && failing ? "failing" : condition,
        checks,
        troubles: troubles.standing().map(({ part }) => part),
      };
    },
    stop: () => clearInterval(timer),
  };
};
