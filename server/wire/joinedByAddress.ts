import type { WrittenPoint } from "./pointWriter.ts";
import type { RegisteredPoint } from "./registered.ts";
import { valueBits } from "./valueBits.ts";

type Raw = WrittenPoint["raw"];

/**
 * Raw values by address. Several points of one address go into one register when each takes bits that no other takes; of those that do not,
 * the first has the address.
 */
export const joinedByAddress = (points: readonly WrittenPoint[]): { values: Record<string, Raw>; overlapping: RegisteredPoint[] } => {
  const registers = new Map<string, { raw: Raw; bits: bigint | undefined }>();
  const overlapping: RegisteredPoint[] = [];
  for (const { point, raw } of points) {
    const { address } = point.compiled.definition;
    const bits = valueBits(point);
    const placed = registers.get(address);
    if (!placed) registers.set(address, { raw, bits });
    else if (bits === undefined || placed.bits === undefined || (bits & placed.bits) !== 0n) overlapping.push(point);
    else registers.set(address, { raw: joined(placed.raw, raw), bits: bits | placed.bits });
  }
  return { values: Object.fromEntries([...registers].map(([address, { raw }]) => [address, raw])), overlapping };
};

const joined = (one: Raw, other: Raw): Raw => {
  const register = BigInt(one) | BigInt(other);
  return register <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(register) : register.toString();
};
