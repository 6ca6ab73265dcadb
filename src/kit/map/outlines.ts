import { project } from "./projection.ts";

/** A country or a province, with its lines in the world's own measure. */
export interface Outline {
  readonly path: Path2D;
  readonly box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  /** Where its name stands, and how wide it is there, both in the world's own measure. */
  readonly at: { readonly x: number; readonly y: number };
  readonly span: number;
  nameIn(language: "zh" | "en"): string;
}

export interface Outlines {
  readonly countries: readonly Outline[];
  readonly provinces: readonly Outline[];
}

type Rings = readonly (readonly number[])[];

const outlineOf = (
  scale: number,
  size: number,
  [lng, lat]: readonly [number, number],
  rings: Rings,
  nameIn: Outline["nameIn"],
): Outline => {
  const path = new Path2D();
  let [left, right, top, bottom] = [1, 0, 1, 0];
  for (const ring of rings) {
    let [east, north] = [0, 0];
    for (let at = 0; at < ring.length; at += 2) {
      east += ring[at] ?? 0;
      north += ring[at + 1] ?? 0;
      const { x, y } = project({ lng: east / scale, lat: north / scale });
      if (at === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
    path.closePath();
  }
  const stretch = 1 / Math.cos((lat * Math.PI) / 180);
  return { path, box: { left, right, top, bottom }, at: project({ lng, lat }), span: (Math.sqrt(size) / 360) * Math.sqrt(stretch), nameIn };
};

const makeOutlines = async (): Promise<Outlines> => {
  const { default: data } = await import("./outlines.json");
  const names = { zh: new Intl.DisplayNames("zh", { type: "region" }), en: new Intl.DisplayNames("en", { type: "region" }) };
  // The compiler reads the file's rows as arrays of everything that stands in them, not as tuples.
  const countries = data.countries as unknown as readonly (readonly [string, number, number, number, Rings])[];
  const provinces = data.provinces as unknown as readonly (readonly [string, string, number, number, number, Rings])[];
  return {
    countries: countries.map(([code, size, lng, lat, rings]) =>
      outlineOf(data.scale, size, [lng, lat], rings, (language) => (/^[A-Z]{2}$/.test(code) ? (names[language].of(code) ?? "") : "")),
    ),
    provinces: provinces.map(([zh, en, size, lng, lat, rings]) =>
      outlineOf(data.scale, size, [lng, lat], rings, (language) => ({ zh, en })[language]),
    ),
  };
};

let made: Promise<Outlines> | undefined;

/** Lines of countries and of China's provinces; they come once. */
export const outlines = (): Promise<Outlines> => {
  made ??= makeOutlines().catch((fault: unknown) => {
    made = undefined;
    throw fault;
  });
  return made;
};
