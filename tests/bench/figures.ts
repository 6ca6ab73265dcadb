import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";

/** One line of the report. All values of a line have one unit. */
export interface Figure {
  what: string;
  unit: string;
  /** One value for each round, or the single one. */
  values: readonly number[];
  baseline?: { what: string; values: readonly number[] };
  aim?: string;
}

/** The value below which the share `q` (0..1) of the values lies. */
export const quantile = (values: readonly number[], q: number): number => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

const shown = (value: number): string => {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return value.toPrecision(3);
};

const spread = (values: readonly number[]): string =>
  values.length < 2 ? shown(median(values)) : `${shown(median(values))} (${shown(Math.min(...values))}–${shown(Math.max(...values))})`;

/** Ratios of rounds that followed each other; the machine's mood of one moment is in both. */
const ratios = (values: readonly number[], baseline: readonly number[]): number[] =>
  values.length === baseline.length
    ? values.map((value, round) => value / (baseline[round] ?? Number.NaN))
    : [median(values) / median(baseline)];

/** Rows of a Markdown table: what, median and spread, the same of the baseline, ratio, aim. */
export const printFigures = (figures: readonly Figure[]): void => {
  console.log("| what | median (lowest–highest) | baseline | ratio | aim |");
  console.log("|---|---|---|---|---|");
  for (const { what, unit, values, baseline, aim = "" } of figures) {
    const against = baseline ? `${baseline.what}: ${spread(baseline.values)} ${unit}` : "";
    const ratio = baseline ? spread(ratios(values, baseline.values)) : "";
    console.log(`| ${what} | ${spread(values)} ${unit} | ${against} | ${ratio} | ${aim} |`);
  }
};

export const printMachine = (): void => {
  const [cpu] = cpus();
  const load = loadavg().map((value) => value.toFixed(1));
  console.log(
    `${availableParallelism()} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}, Node.js ${process.version}, load ${load.join(" ")}`,
  );
};
