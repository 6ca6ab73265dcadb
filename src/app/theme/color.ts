/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

export const readable = 4.5;
export const white = "#ffffff";
export const black = "#000000";

const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

export const isColor = (text: string): boolean => hex.test(text);

/** Reads `#rgb` and `#rrggbb`; anything else is undefined. */
export const parseColor = (text: string): Rgb | undefined => {
  if (!isColor(text)) return undefined;
  const digits = text.length === 4 ? [...text.slice(1)].map((digit) => digit + digit).join("") : text.slice(1);
  const value = Number.parseInt(digits, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

export const formatColor = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

const rgbOf = (text: string): Rgb => {
  const rgb = parseColor(text);
  if (!rgb) throw new Error(`not a colour: ${text}`);
  return rgb;
};

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = (text: string): number => {
  const [red, green, blue] = rgbOf(text);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
};

/** WCAG 2 contrast ratio, 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const a = luminance(one);
  const b = luminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

/** `share` of `other` in `base`, 0 to 1. */
export const mix = (base: string, other: string, share: number): string => {
  const to = rgbOf(other);
  const [red, green, blue] = rgbOf(base);
  return formatColor([red + (to[0] - red) * share, green + (to[1] - green) * share, blue + (to[2] - blue) * share]);
};

/** The text colour that reads better on this ground; never below 4.5:1. */
export const textOn = (ground: string): string => (contrast(white, ground) >= contrast(black, ground) ? white : black);

const steps = 40;

/** Moves `color` towards `end` just as far as it takes to be readable against `against`. */
const towards = (color: string, end: string, against: string): { color: string; moved: number } | undefined => {
  for (let step = 0; step <= steps; step += 1) {
    const candidate = mix(color, end, step / steps);
    if (contrast(candidate, against) >= readable) return { color: candidate, moved: step };
  }
  return undefined;
};

/** `color`, or the nearest tint or shade of it that has 4.5:1 against `against`. */
export const readableAgainst = (color: string, against: string): string => {
  const lighter = towards(color, white, against);
  const darker = towards(color, black, against);
  if (lighter && darker) return lighter.moved <= darker.moved ? lighter.color : darker.color;
  return (lighter ?? darker)?.color ?? textOn(against);
};
