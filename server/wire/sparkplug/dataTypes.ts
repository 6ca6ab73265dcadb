/** The data types of metrics by their numbers in a payload. */
export const dataTypes = {
  unknown: 0,
  int8: 1,
  int16: 2,
  int32: 3,
  int64: 4,
  uint8: 5,
  uint16: 6,
  uint32: 7,
  uint64: 8,
  float: 9,
  double: 10,
  boolean: 11,
  string: 12,
  dateTime: 13,
  text: 14,
  uuid: 15,
} as const;

/** What the number of a data type is called. */
export const dataTypeName = (type: number): string => Object.entries(dataTypes).find(([, number]) => number === type)?.[0] ?? String(type);

export interface WholeType {
  readonly bits: 8 | 16 | 32 | 64;
  readonly signed: boolean;
}

/** Those that are whole numbers. */
export const wholeTypes: ReadonlyMap<number, WholeType> = new Map<number, WholeType>([
  [dataTypes.int8, { bits: 8, signed: true }],
  [dataTypes.int16, { bits: 16, signed: true }],
  [dataTypes.int32, { bits: 32, signed: true }],
  [dataTypes.int64, { bits: 64, signed: true }],
  [dataTypes.uint8, { bits: 8, signed: false }],
  [dataTypes.uint16, { bits: 16, signed: false }],
  [dataTypes.uint32, { bits: 32, signed: false }],
  [dataTypes.uint64, { bits: 64, signed: false }],
  [dataTypes.dateTime, { bits: 64, signed: false }],
]);
