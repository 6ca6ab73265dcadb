import { type Camera, unproject, worldSize } from "./projection.ts";

const equator = 40_075_016.7;
/** px. */
const most = 96;

/** A round distance in metres, and how many px it is long in the middle of what is shown. */
export const scaleOf = (camera: Camera): { metres: number; px: number } => {
  const { lat } = unproject(camera);
  const perPixel = (equator * Math.cos((lat * Math.PI) / 180)) / worldSize(camera.zoom);
  const power = 10 ** Math.floor(Math.log10(perPixel * most));
  const metres = [5, 2, 1].map((step) => step * power).find((length) => length <= perPixel * most) ?? power;
  return { metres, px: metres / perPixel };
};
