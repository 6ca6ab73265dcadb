import type { Place } from "#contract/place.ts";

/** Where one looks: the middle of what is shown in the world's own measure, from 0 to 1 east and south, and how often the world is doubled. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** px from the left and the top of what is shown. */
export interface Spot {
  readonly left: number;
  readonly top: number;
}

/** Degrees; `west` is beyond `east` where it lies across the antimeridian. */
export interface Box {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

export const tileSize = 256;
export const leastZoom = 1;
export const mostZoom = 19;
/** Beyond it Web Mercator's square world has ended. */
const mostLatitude = 85.0511287798066;

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
const wrapped = (x: number): number => x - Math.floor(x);

export const worldSize = (zoom: number): number => tileSize * 2 ** zoom;

/** A place in the world's own measure. */
export const project = ({ lng, lat }: Place): { x: number; y: number } => {
  const angle = (clamp(lat, -mostLatitude, mostLatitude) * Math.PI) / 180;
  return { x: (lng + 180) / 360, y: 0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI) };
};

export const unproject = ({ x, y }: { x: number; y: number }): Place => ({
  lng: wrapped(x) * 360 - 180,
  lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
});

/** A camera that shows no more than there is, north and south. */
export const steady = ({ x, y, zoom }: Camera, { height }: Size): Camera => {
  const nearer = clamp(zoom, leastZoom, mostZoom);
  const half = Math.min(0.5, height / 2 / worldSize(nearer));
  return { x: wrapped(x), y: clamp(y, half, 1 - half), zoom: nearer };
};

/** Of the places that the world's copies have, the one nearest to the middle. */
export const spotOf = (camera: Camera, { width, height }: Size, place: Place): Spot => {
  const { x, y } = project(place);
  const east = wrapped(x - camera.x + 0.5) - 0.5;
  const world = worldSize(camera.zoom);
  return { left: width / 2 + east * world, top: height / 2 + (y - camera.y) * world };
};

export const placeAt = (camera: Camera, { width, height }: Size, { left, top }: Spot): Place => {
  const world = worldSize(camera.zoom);
  return unproject({ x: camera.x + (left - width / 2) / world, y: camera.y + (top - height / 2) / world });
};

/** Moved by so many px, as a hand would move the map. */
export const dragged = (camera: Camera, size: Size, right: number, down: number): Camera => {
  const world = worldSize(camera.zoom);
  return steady({ ...camera, x: camera.x - right / world, y: camera.y - down / world }, size);
};

/** Nearer by so many doublings, with what is at the spot staying where it is. */
export const zoomedAt = (camera: Camera, size: Size, steps: number, spot: Spot): Camera => {
  const zoom = clamp(camera.zoom + steps, leastZoom, mostZoom);
  const [right, down] = [spot.left - size.width / 2, spot.top - size.height / 2];
  const shift = 1 / worldSize(camera.zoom) - 1 / worldSize(zoom);
  return steady({ x: camera.x + right * shift, y: camera.y + down * shift, zoom }, size);
};

/** px that are left free around what is fitted. */
const margin = 48;
const nearest = 15;

/** Shows all of a box. */
export const fitted = ({ west, east, south, north }: Box, size: Size): Camera => {
  const [from, to] = [project({ lng: west, lat: north }), project({ lng: east, lat: south })];
  const across = to.x < from.x ? to.x + 1 - from.x : to.x - from.x;
  const room = (px: number): number => Math.max(64, px - 2 * margin) / tileSize;
  const zoom = Math.log2(Math.min(room(size.width) / Math.max(across, 1e-9), room(size.height) / Math.max(to.y - from.y, 1e-9)));
  return steady({ x: from.x + across / 2, y: (from.y + to.y) / 2, zoom: Math.min(nearest, zoom) }, size);
};

/** What is shown; all around the world where that is more than once. */
export const boxOf = (camera: Camera, size: Size): Box => {
  const corner = (left: number, top: number): Place => placeAt(camera, size, { left, top });
  const [high, low] = [corner(0, 0), corner(size.width, size.height)];
  const whole = size.width >= worldSize(camera.zoom);
  return { west: whole ? -180 : high.lng, east: whole ? 180 : low.lng, north: high.lat, south: low.lat };
};

/** Of places, undefined of none; never across the antimeridian. */
export const boundsOf = (places: readonly Place[]): Box | undefined => {
  if (places.length === 0) return undefined;
  let [west, east, south, north] = [180, -180, 90, -90];
  for (const { lng, lat } of places) {
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return { west, east, south, north };
};
