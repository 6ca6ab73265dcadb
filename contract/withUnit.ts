const glued = /^%|^[‰°′″]$/;

/** A number and its unit: a blank between them, none before per cent, per mille and degrees of an angle. Nothing has no unit. */
export const withUnit = (text: string, unit: string): string => {
  if (text === "" || unit === "") return text;
  return glued.test(unit) ? `${text}${unit}` : `${text} ${unit}`;
};
