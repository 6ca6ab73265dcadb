import type { Fault } from "#server/wire/protocol.ts";
import type { PolledReading, RegisteredSlave } from "#server/wire/registered.ts";
import { exceptionFault, isBusy, isUnreached } from "./exceptions.ts";
import type { ModbusBus, Outcome } from "./modbusBus.ts";
import type { ModbusAnswer, ModbusRequest, ReadRequest } from "./pdu.ts";
import type { PolledPoint, PolledSlave } from "./polling.ts";
import { halved, type PlannedRead } from "./pollPlan.ts";
import { rawOf } from "./registerValue.ts";

export interface LineLimits {
  readonly timeoutMs: number;
  /** Answers can be told from those to another request: what comes late harms nobody. */
  readonly numbered: boolean;
}

interface Options {
  bus: ModbusBus;
  /** Milliseconds that only go forward. */
  uptime: () => number;
  limits: LineLimits;
  /** Resolves when they are stored, or never will be; with several under way nothing more is read. Never rejects. */
  store(slave: RegisteredSlave, readings: readonly PolledReading[], frame: Buffer): Promise<void>;
  /** What came is nothing but what the gateway sends by itself. */
  isHeartbeat(came: Buffer): boolean;
  /** Something is wrong with a slave, told by this name. */
  fault(what: string, fault: Fault, frame: Buffer): void;
  /** A slave answered. */
  answered(): void;
}

/** Asks a slave; a request that must not be done twice is sent once. */
export type Ask = (slave: number, request: ModbusRequest, tries?: number) => Promise<Outcome>;

interface DueRead extends PlannedRead<PolledPoint> {
  readonly slave: RegisteredSlave;
  due: number;
  /** How often in a row the slave was silent to it while it answered others. */
  silences: number;
}

/** How a slave has answered lately; times of `uptime`. */
interface Health {
  failures: number;
  /** Silent so far, and asked again then. */
  restUntil: number;
  /** Until then an answer to an earlier request may come. */
  lateUntil: number;
}

const fns = { coil: 1, discrete: 2, holding: 3, input: 4 } as const;

/** Time-outs that pass until a silent slave is tried again, each time more: its neighbours lose a sixtieth to it at last. */
const rests = [5, 10, 20, 40, 60];
const lateTimeouts = 2;
/** How long a register that a slave refuses is left alone. */
const refusedMs = 60_000;
const mostStoring = 4;

const keyOf = ({ slave, type, address, count, seconds }: DueRead): string => `${slave.no} ${type} ${address} ${count} ${seconds}`;

export const readRequest = ({ type, address, count }: Pick<DueRead, "type" | "address" | "count">): ReadRequest => ({
  fn: fns[type],
  address,
  count,
});

/**
 * Reads the slaves of one line in turn, each register as often as it is to be, and lets commands go first. A slave that is silent is asked
 * seldom, and never keeps its neighbours waiting for more than one time-out.
 */
export class LinePoller {
  #options: Options;
  #reads: DueRead[] = [];
  #health = new Map<number, Health>();
  #commands: (() => Promise<void>)[] = [];
  #storing = new Set<Promise<void>>();
  #wake: (() => void) | undefined;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    void this.#run();
  }

  /** What is read from now on; what was read before is due when it was. */
  plan(slaves: readonly PolledSlave[]): void {
    const before = new Map(this.#reads.map((read) => [keyOf(read), { due: read.due, silences: read.silences }]));
    const first = { due: this.#options.uptime(), silences: 0 };
    this.#reads = slaves
      .flatMap(({ slave, reads }) => reads.map((read): DueRead => ({ ...read, slave, ...first })))
      .map((read) => ({ ...read, ...before.get(keyOf(read)) }));
    this.#wake?.();
  }

  /** Does the work before anything else is read; rejects as the work does. */
  command<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
    if (this.#closed) return work(this.#ask);
    return new Promise<T>((resolve, reject) => {
      this.#commands.push(() => work(this.#ask).then(resolve, reject));
      this.#wake?.();
    });
  }

  /** These registers are read at once. */
  hasten(slave: number, isMeant: (read: Pick<DueRead, "type" | "address" | "count">) => boolean): void {
    for (const read of this.#reads) if (read.slave.no === slave && isMeant(read)) read.due = this.#options.uptime();
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#options.bus.close();
    this.#wake?.();
  }

  /** Resolves when nothing is being stored. */
  async idle(): Promise<void> {
    await Promise.all(this.#storing);
  }

  async #run(): Promise<void> {
    for (;;) {
      const command = this.#commands.shift();
      if (command) await command();
      else if (this.#closed) return;
      else if (this.#storing.size >= mostStoring) await Promise.race([...this.#storing, this.#pause(Number.POSITIVE_INFINITY)]);
      else {
        const next = this.#next();
        const wait = next ? next.at - this.#options.uptime() : Number.POSITIVE_INFINITY;
        if (next && wait <= 0) await this.#poll(next.read);
        else await this.#pause(wait);
      }
    }
  }

  /** Until something changes, for so many milliseconds at most. */
  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = Number.isFinite(milliseconds) ? setTimeout(resolve, milliseconds) : undefined;
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #healthOf(slave: number): Health {
    const health = this.#health.get(slave) ?? { failures: 0, restUntil: 0, lateUntil: 0 };
    this.#health.set(slave, health);
    return health;
  }

  /** While a slave rests all of its reads wait for the same moment: the one that has waited longest is next, or one that stays unanswered would keep the others out. */
  #next(): { read: DueRead; at: number } | undefined {
    let next: { read: DueRead; at: number } | undefined;
    for (const read of this.#reads) {
      const { restUntil, lateUntil } = this.#healthOf(read.slave.no);
      const at = Math.max(read.due, restUntil, lateUntil);
      if (!next || at < next.at || (at === next.at && read.due < next.read.due)) next = { read, at };
    }
    return next;
  }

  #ask: Ask = async (slave, request, tries = 2) => {
    const { bus, uptime, limits } = this.#options;
    const health = this.#healthOf(slave);
    const late = limits.numbered ? 0 : lateTimeouts * limits.timeoutMs;
    while (health.lateUntil > uptime() && !this.#closed) await new Promise((resume) => setTimeout(resume, health.lateUntil - uptime()));
    let garbled = false;
    for (let sent = 1; sent <= tries; sent += 1) {
      const outcome = await bus.ask(slave, request, limits.timeoutMs);
      if (outcome.kind === "closed") return outcome;
      const silent = outcome.kind === "silent" || (outcome.kind === "exception" && isUnreached(outcome.code));
      if (silent) {
        garbled = this.#garbled(slave);
        continue;
      }
      // The answer to what was sent before may still come.
      if (sent > 1) health.lateUntil = uptime() + late;
      health.failures = 0;
      health.restUntil = 0;
      this.#options.answered();
      return outcome;
    }
    const now = uptime();
    health.lateUntil = now + late;
    health.restUntil = now + limits.timeoutMs * (rests[Math.min(health.failures, rests.length - 1)] ?? 1);
    health.failures += 1;
    if (!garbled) this.#options.fault(`silent ${slave}`, { code: "slaveSilent", values: { slave } }, Buffer.alloc(0));
    return { kind: "silent" };
  };

  /** Says what came instead of an answer; false where nothing did. */
  #garbled(slave: number): boolean {
    const { bus, isHeartbeat, fault } = this.#options;
    if (bus.passed.length === 0 || isHeartbeat(bus.passed)) return false;
    fault(`garbled ${slave}`, { code: "slaveGarbled", values: { slave } }, bus.passed);
    return true;
  }

  async #poll(read: DueRead): Promise<void> {
    const { uptime } = this.#options;
    const health = this.#healthOf(read.slave.no);
    const isWell = health.failures === 0;
    const outcome = await this.#ask(read.slave.no, readRequest(read), isWell && read.silences === 0 ? 2 : 1);
    // Turns that were missed are not made up for.
    const every = read.seconds * 1000;
    read.due += every * (Math.floor(Math.max(0, uptime() - read.due) / every) + 1);
    if (outcome.kind !== "silent") read.silences = 0;
    else if (isWell) this.#unanswered(read, health);
    if (outcome.kind === "exception") this.#refused(read, outcome.code);
    if (outcome.kind === "bits" || outcome.kind === "registers") this.#store(read, outcome);
  }

  /** A slave that answers others is silent to this one: where it is again, the read rests instead of the slave. */
  #unanswered(read: DueRead, health: Health): void {
    read.silences += 1;
    if (read.silences === 1) return;
    const { uptime, limits } = this.#options;
    health.failures = 0;
    health.restUntil = 0;
    read.due = Math.max(read.due, uptime() + limits.timeoutMs * (rests[Math.min(read.silences, rests.length) - 1] ?? 1));
  }

  #store(read: DueRead, answer: Extract<ModbusAnswer, { kind: "bits" | "registers" }>): void {
    const readings: PolledReading[] = [];
    for (const { point, address, count } of read.parts) {
      const at = address - read.address;
      const raw = answer.kind === "bits" ? answer.bits[at] : rawOf(answer.registers.slice(at, at + count), point.registers);
      if (raw !== undefined) readings.push({ slave: read.slave, point, raw });
    }
    const stored = this.#options.store(read.slave, readings, this.#options.bus.frame).finally(() => this.#storing.delete(stored));
    this.#storing.add(stored);
  }

  /** A slave that lacks one of the registers refuses them all: they are asked for in halves, until what it lacks stands alone. */
  #refused(read: DueRead, code: number): void {
    if (isBusy(code)) return;
    const halves = halved<PolledPoint>(read);
    const at = this.#reads.indexOf(read);
    if (halves && at >= 0) {
      const now = this.#options.uptime();
      this.#reads.splice(at, 1, ...halves.map((half): DueRead => ({ ...half, slave: read.slave, due: now, silences: 0 })));
      return;
    }
    read.due = Math.max(read.due, this.#options.uptime() + refusedMs);
    const address = read.parts[0]?.point.compiled.definition.address ?? String(read.address);
    this.#options.fault(`${read.slave.no} ${address} ${code}`, exceptionFault(read.slave.no, address, code), this.#options.bus.frame);
  }
}
