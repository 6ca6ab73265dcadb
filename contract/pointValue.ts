/** What a data point's raw value is taken for. */
export const valueTypes = ["int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64", "bool", "text"] as const;

export type ValueType = (typeof valueTypes)[number];
