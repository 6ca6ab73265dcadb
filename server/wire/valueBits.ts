import type { RegisteredPoint } from "./registered.ts";

/** The register bits that a point takes; undefined for one that takes the whole value. */
export const valueBits = ({ compiled: { definition } }: RegisteredPoint): bigint | undefined => {
  const start = definition.startBit ?? definition.endBit;
  const end = definition.endBit ?? definition.startBit;
  if (definition.valueType === "text" || start === null || end === null) return undefined;
  return ((1n << BigInt(end - start + 1)) - 1n) << BigInt(start);
};
