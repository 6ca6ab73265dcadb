/**
 * Twelve colours in the order in which points take them, each with at least 3:1 against the light and the dark ground and no two of them
 * alike (CIEDE2000 of 15 and more).
 */
export const pointPalette = [
  "#2d72d2",
  "#c87619",
  "#238551",
  "#cd4246",
  "#9078ff",
  "#0090a8",
  "#f048c0",
  "#909000",
  "#907848",
  "#48a800",
  "#a86078",
  "#9078a8",
] as const;

const dashes = ["solid", "dash", "dot", "dashdot"] as const;

export interface LineLook {
  color: string;
  dash: (typeof dashes)[number];
}

const ownColor = (place: number): string => pointPalette[place % pointPalette.length] ?? pointPalette[0];

const none: readonly string[] = [];

/**
 * How points are drawn, by their keys. A point's colour follows from its place in `order`, all that might be drawn, so that it is the same
 * wherever that order holds; past the palette's end its dash differs, and of two that would share a colour in one chart the later takes
 * the first that is free.
 */
export const lineLooks = (drawn: readonly string[], order: readonly string[] = none): ReadonlyMap<string, LineLook> => {
  const places = new Map([...new Set([...order, ...drawn])].map((key, place) => [key, place]));
  const placeOf = (key: string): number => places.get(key) ?? 0;
  const keys = [...new Set(drawn)].sort((one, other) => placeOf(one) - placeOf(other));
  const owners = new Map<string, string>();
  for (const key of keys) if (!owners.has(ownColor(placeOf(key)))) owners.set(ownColor(placeOf(key)), key);
  const free = pointPalette.filter((color) => !owners.has(color));
  const looks = new Map<string, LineLook>();
  for (const key of keys) {
    const place = placeOf(key);
    const own = ownColor(place);
    const color = owners.get(own) === key ? own : (free.shift() ?? own);
    looks.set(key, { color, dash: dashes[Math.floor(place / pointPalette.length) % dashes.length] ?? "solid" });
  }
  return looks;
};

/** `#rrggbb` with an opacity. */
export const faded = (color: string, opacity: number): string => {
  const value = Number.parseInt(color.slice(1), 16);
  return `rgba(${value >> 16}, ${(value >> 8) & 255}, ${value & 255}, ${opacity})`;
};
