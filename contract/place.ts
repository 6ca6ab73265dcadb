/** Degrees. Whether WGS-84 or GCJ-02 is said by who has it; everything that is stored is WGS-84. */
export interface Place {
  readonly lng: number;
  readonly lat: number;
}

const earthRadius = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Along the surface, in metres. */
export const metresBetween = (one: Place, other: Place): number => {
  const [a, b] = [radians(one.lat), radians(other.lat)];
  const across = Math.sin(radians(other.lng - one.lng) / 2) ** 2 * Math.cos(a) * Math.cos(b);
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(Math.sin((b - a) / 2) ** 2 + across)));
};

const china = { west: 73.66, east: 135.05, south: 3.86, north: 53.55 };

/** Whether a place is in the box within which Chinese maps are shifted. */
export const isInChina = ({ lng, lat }: Place): boolean =>
  lng >= china.west && lng <= china.east && lat >= china.south && lat <= china.north;

/** Krasovsky's ellipsoid, which GCJ-02 is computed on. */
const axis = 6_378_245;
const eccentricity = 0.006_693_421_622_965_943;

const waves = (x: number): number => ((20 * Math.sin(6 * x * Math.PI) + 20 * Math.sin(2 * x * Math.PI)) * 2) / 3;

const shiftOf = ({ lng, lat }: Place): Place => {
  const [x, y] = [lng - 105, lat - 35];
  const root = Math.sqrt(Math.abs(x));
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * root +
    waves(x) +
    ((20 * Math.sin(y * Math.PI) + 40 * Math.sin((y / 3) * Math.PI)) * 2) / 3 +
    ((160 * Math.sin((y / 12) * Math.PI) + 320 * Math.sin((y * Math.PI) / 30)) * 2) / 3;
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * root +
    waves(x) +
    ((20 * Math.sin(x * Math.PI) + 40 * Math.sin((x / 3) * Math.PI)) * 2) / 3 +
    ((150 * Math.sin((x / 12) * Math.PI) + 300 * Math.sin((x / 30) * Math.PI)) * 2) / 3;
  const angle = radians(lat);
  const curved = 1 - eccentricity * Math.sin(angle) ** 2;
  return {
    lng: (east * 180) / ((axis / Math.sqrt(curved)) * Math.cos(angle) * Math.PI),
    lat: (north * 180) / (((axis * (1 - eccentricity)) / (curved * Math.sqrt(curved))) * Math.PI),
  };
};

/** Where a place of WGS-84 is drawn on a map of GCJ-02; outside of China's box it stays. */
export const toGcj02 = (place: Place): Place => {
  if (!isInChina(place)) return place;
  const shift = shiftOf(place);
  return { lng: place.lng + shift.lng, lat: place.lat + shift.lat };
};

const rounds = 10;
const precise = 1e-9;

/** The way back: the place whose image this is, within a tenth of a millimetre; outside of China's box it stays, and so does what no place of it is drawn at. */
export const fromGcj02 = (drawn: Place): Place => {
  if (!isInChina(drawn)) return drawn;
  let found = drawn;
  for (let round = 0; round < rounds; round += 1) {
    const shift = shiftOf(found);
    const next = { lng: drawn.lng - shift.lng, lat: drawn.lat - shift.lat };
    const moved = Math.abs(next.lng - found.lng) + Math.abs(next.lat - found.lat);
    found = next;
    if (moved < precise) break;
  }
  return isInChina(found) ? found : drawn;
};
