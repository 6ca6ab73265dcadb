import type { Curve } from "#contract/resources/deviceDataLog.ts";

export interface Sample {
  ts: number;
  value: number | string;
}

const leastGapMs = 600_000;

/** A silence longer than this breaks the curve: ten minutes, or five times the usual distance of its readings. */
export const gapOf = (ts: readonly number[]): number => {
  const first = ts[0];
  const last = ts.at(-1);
  return first === undefined || last === undefined || ts.length < 3
    ? leastGapMs
    : Math.max(leastGapMs, (5 * (last - first)) / (ts.length - 1));
};

/** The curve with the readings that came after it; what it holds already is left out, a long silence becomes a gap. */
export const withTail = (curve: Curve, tail: readonly Sample[]): Curve => {
  const end = curve.ts.at(-1) ?? Number.NEGATIVE_INFINITY;
  const later = tail.filter((sample) => sample.ts > end);
  if (later.length === 0) return curve;
  const gap = gapOf(curve.ts);
  const ts = [...curve.ts];
  const value = [...curve.value];
  for (const sample of later) {
    const before = ts.at(-1);
    if (before !== undefined && sample.ts - before > gap) {
      ts.push(before + 1);
      value.push(null);
    }
    ts.push(sample.ts);
    value.push(sample.value);
  }
  return { ...curve, ts, value };
};

/** Adds a reading in its place unless its instant is known already; the oldest give way. */
export const addSample = (samples: readonly Sample[], sample: Sample, most: number): readonly Sample[] => {
  const at = samples.findLastIndex(({ ts }) => ts <= sample.ts);
  if (samples[at]?.ts === sample.ts) return samples;
  return samples.toSpliced(at + 1, 0, sample).slice(-most);
};
