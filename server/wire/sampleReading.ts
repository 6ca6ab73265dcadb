import { roundDecimal } from "#contract/point/decimal.ts";
import type { CompiledPoint, PointDefinition } from "#contract/point/decode.ts";

type Raw = number | string | boolean;

/** What a device may send of a point, and the value that is made of it. */
export interface SampleReading {
  readonly raw: Raw;
  readonly value: number | string;
}

/** Long enough for formulas with small factors to show their slope through the rounding. */
const slopeStep = 1000;

const middleOf = ({ min, max, decimals, integerDigits }: PointDefinition): number => {
  const digits = decimals ?? 0;
  if (min !== null && max !== null) return roundDecimal((min + max) / 2, digits);
  if (min !== null && min > 0) return roundDecimal(min + 1, digits);
  if (max !== null && max < 20) return roundDecimal(max - 1, digits);
  return integerDigits === 1 ? 5 : roundDecimal(21.5, digits);
};

/** Values that a reader takes for those of a device, the likeliest first. */
const wishedOf = (definition: PointDefinition): readonly (number | string)[] => {
  const { enumeration, valueType, startBit, min, max } = definition;
  if (enumeration.length > 0) return enumeration.map(({ value }) => value);
  if (valueType === "text") return ["ok"];
  if (valueType === "bool") return [1, 0];
  const ends = [min, max].filter((end) => end !== null);
  return startBit === null ? [middleOf(definition), ...ends, 1, 0] : [...ends, 1, 0];
};

const isWhole = ({ valueType }: PointDefinition): boolean => valueType !== "float32" && valueType !== "float64";

/** The raw value from which a straight receiving formula makes the value; undefined where it is none. */
const backwards = ({ definition, decode }: CompiledPoint, value: number): number | undefined => {
  const [low, high] = [0, slopeStep].map((raw) => decode(raw));
  if (!low?.ok || !high?.ok) return undefined;
  const slope = (Number(high.value) - Number(low.value)) / slopeStep;
  const raw = (value - Number(low.value)) / slope;
  if (!Number.isFinite(raw)) return undefined;
  return roundDecimal(raw, isWhole(definition) ? 0 : 3);
};

const rawsOf = (point: CompiledPoint, value: number | string): Raw[] => {
  const encoded = point.encode(value);
  const back = typeof value === "number" && point.definition.startBit === null ? backwards(point, value) : undefined;
  const raws = [...(encoded.ok ? [encoded.raw] : []), ...(back === undefined ? [] : [back])];
  // Without a sending formula a value is encoded as it stands, whatever is made of it on the way back.
  return point.definition.receiveFormula !== "" && point.definition.sendFormula === "" ? raws.toReversed() : raws;
};

/**
 * An example of what a device sends of a point: a value within its limits and choices where there is one, and the raw value that it is made
 * of. Undefined where nothing can be made of any, as of a formula that is not valid.
 */
export const sampleReading = (point: CompiledPoint): SampleReading | undefined => {
  const { definition } = point;
  let second: SampleReading | undefined;
  for (const wished of wishedOf(definition))
    for (const raw of rawsOf(point, wished)) {
      const decoded = point.decode(raw);
      if (!decoded.ok) continue;
      const { value, outOfRange } = decoded;
      const chosen = definition.enumeration.length === 0 || definition.enumeration.some((entry) => entry.value === Number(value));
      if (chosen && !outOfRange) return { raw, value };
      second ??= { raw, value };
    }
  return second;
};
