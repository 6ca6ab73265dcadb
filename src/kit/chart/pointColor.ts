/** Twenty hues of middle lightness: each has at least 3:1 against the light and the dark ground. */
export const pointPalette = [
  "#2d72d2",
  "#c87619",
  "#238551",
  "#cd4246",
  "#9d5bd2",
  "#00868f",
  "#b8519c",
  "#7a8c1e",
  "#5f73d6",
  "#b36b4d",
  "#1f8fb8",
  "#d0506f",
  "#4d8f3a",
  "#a37a12",
  "#8465c9",
  "#2a9474",
  "#c45a2c",
  "#5a7fa8",
  "#a5606d",
  "#6b8a62",
] as const;

export const dashes = ["solid", "dash", "dot", "dashdot"] as const;

const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) value = Math.imul(value ^ text.charCodeAt(place), 0x01000193) >>> 0;
  return value ^ (value >>> 15);
};

/** The colour of a point, the same in every chart. */
export const pointColor = (pointId: string): string => pointPalette[Math.abs(hash(pointId)) % pointPalette.length] ?? pointPalette[0];

export interface LineLook {
  color: string;
  dash: (typeof dashes)[number];
}

/** Colours follow from the points alone; where two lines of one chart share a colour, their dashes differ. */
export const lineLooks = (pointIds: readonly string[]): LineLook[] => {
  const used = new Map<string, number>();
  return pointIds.map((pointId) => {
    const color = pointColor(pointId);
    const before = used.get(color) ?? 0;
    used.set(color, before + 1);
    return { color, dash: dashes[before % dashes.length] ?? "solid" };
  });
};

/** `#rrggbb` with an opacity. */
export const faded = (color: string, opacity: number): string => {
  const value = Number.parseInt(color.slice(1), 16);
  return `rgba(${value >> 16}, ${(value >> 8) & 255}, ${value & 255}, ${opacity})`;
};
