export const bounds = ["min", "max"] as const;
export type Bound = (typeof bounds)[number];

export interface PointLimits {
  min?: number | null | undefined;
  max?: number | null | undefined;
}

/** The limit of its point that a value passes: it is kept and marked. */
export const passedBound = (value: number | bigint, { min, max }: PointLimits): Bound | undefined => {
  if (min !== null && min !== undefined && value < min) return "min";
  if (max !== null && max !== undefined && value > max) return "max";
  return undefined;
};
