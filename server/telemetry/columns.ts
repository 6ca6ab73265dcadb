import type { Bucket, Sample, Value } from "./telemetry.ts";

// What crosses a thread goes as transferable arrays, since cloning an object per reading would cost the main thread its time.

/** Values as numbers, with the few texts beside them. NaN stands for null. */
export interface ValueColumn {
  numbers: Float64Array<ArrayBuffer>;
  textAt: number[];
  texts: string[];
}

export interface SampleColumns {
  ts: Float64Array<ArrayBuffer>;
  values: ValueColumn;
}

export interface BucketColumns {
  ts: Float64Array<ArrayBuffer>;
  count: Float64Array<ArrayBuffer>;
  mean: Float64Array<ArrayBuffer>;
  min: ValueColumn;
  max: ValueColumn;
  first: ValueColumn;
  last: ValueColumn;
}

export const packSamples = (samples: readonly Sample[]): SampleColumns => ({
  ts: Float64Array.from(samples, (sample) => sample.ts),
  values: packValues(samples.map((sample) => sample.value)),
});

export const unpackSamples = (columns: SampleColumns): Sample[] => {
  const values = unpackValues(columns.values);
  return Array.from(columns.ts, (ts, at) => ({ ts, value: values[at] ?? 0 }));
};

export const packBuckets = (buckets: readonly Bucket[]): BucketColumns => ({
  ts: Float64Array.from(buckets, (bucket) => bucket.ts),
  count: Float64Array.from(buckets, (bucket) => bucket.count),
  mean: Float64Array.from(buckets, (bucket) => bucket.mean ?? Number.NaN),
  min: packValues(buckets.map((bucket) => bucket.min)),
  max: packValues(buckets.map((bucket) => bucket.max)),
  first: packValues(buckets.map((bucket) => bucket.first)),
  last: packValues(buckets.map((bucket) => bucket.last)),
});

export const unpackBuckets = (columns: BucketColumns): Bucket[] => {
  const min = unpackValues(columns.min);
  const max = unpackValues(columns.max);
  const first = unpackValues(columns.first);
  const last = unpackValues(columns.last);
  return Array.from(columns.ts, (ts, at) => {
    const mean = columns.mean[at] ?? Number.NaN;
    return {
      ts,
      count: columns.count[at] ?? 0,
      mean: Number.isNaN(mean) ? null : mean,
      min: min[at] ?? null,
      max: max[at] ?? null,
      first: first[at] ?? 0,
      last: last[at] ?? 0,
    };
  });
};

/** The buffers of a message, to be handed over instead of copied. */
export const buffersOf = (columns: SampleColumns | BucketColumns): ArrayBuffer[] =>
  Object.values(columns).map((column: Float64Array<ArrayBuffer> | ValueColumn) =>
    column instanceof Float64Array ? column.buffer : column.numbers.buffer,
  );

const packValues = (values: readonly (Value | null)[]): ValueColumn => {
  const column: ValueColumn = { numbers: new Float64Array(values.length), textAt: [], texts: [] };
  values.forEach((value, at) => {
    if (typeof value === "string") {
      column.textAt.push(at);
      column.texts.push(value);
    } else {
      column.numbers[at] = value ?? Number.NaN;
    }
  });
  return column;
};

const unpackValues = (column: ValueColumn): (Value | null)[] => {
  const values: (Value | null)[] = Array.from(column.numbers, (number) => (Number.isNaN(number) ? null : number));
  column.textAt.forEach((at, nth) => {
    values[at] = column.texts[nth] ?? "";
  });
  return values;
};
