/** What a data point's raw value is taken for. */
export const valueTypes = ["int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64", "bool", "text"] as const;

export type ValueType = (typeof valueTypes)[number];

export const isValueType = (type: string): type is ValueType => (valueTypes as readonly string[]).includes(type);

/**
 * Why a value cannot be read. empty: no value; type: not of the point's type; fraction: an integer type got a fraction; notFinite: NaN or
 * infinite, also as the result of a formula; overflow: wider than the type; bits: wider than the bit field; definition: the point itself is
 * broken.
 */
export const decodeFaults = ["empty", "type", "fraction", "notFinite", "overflow", "bits", "definition"] as const;

export type DecodeFault = (typeof decodeFaults)[number];

const numeric = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** The number that a value stands for; 64-bit counters come as text. */
export const numberOf = (value: number | string | boolean | null | undefined): number | undefined => {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  return typeof value === "string" && numeric.test(value) ? Number(value) : undefined;
};
