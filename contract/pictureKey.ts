const numeric = /^[+-]?\d+(\.\d+)?$/;

/** What a value and a picture's value are compared by: `1`, `1.0` and true are the same; digits that no number holds stay text. */
export const pictureKey = (value: number | string | boolean): string => {
  if (typeof value === "boolean") return value ? "1" : "0";
  const text = String(value).trim();
  if (!numeric.test(text) || !Number.isSafeInteger(Math.trunc(Number(text)))) return text;
  return String(Number(text) === 0 ? 0 : Number(text));
};
