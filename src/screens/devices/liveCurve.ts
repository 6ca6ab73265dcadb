import type { Curve } from "#store/handles/deviceDataLog.ts";

export interface Sample {
  ts: number;
  value: number | string;
}

/** The curve with the readings that came after it; what it holds already is left out, a long silence becomes a gap. */
export const withTail = (curve: Curve, tail: readonly Sample[]): Curve => {
  const end = curve.ts.at(-1) ?? Number.NEGATIVE_INFINITY;
  const later = tail.filter((sample) => sample.ts > end);
  if (later.length === 0) return curve;
  const gap = curve.longest ?? Number.POSITIVE_INFINITY;
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
