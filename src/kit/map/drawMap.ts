import type { Outline, Outlines } from "./outlines.ts";
import { type Camera, type Size, worldSize } from "./projection.ts";

export interface MapTheme {
  readonly sea: string;
  readonly land: string;
  readonly border: string;
  readonly province: string;
  readonly text: string;
  readonly halo: string;
  readonly font: string;
}

interface Ground {
  readonly context: CanvasRenderingContext2D;
  readonly camera: Camera;
  readonly size: Size;
  readonly ratio: number;
  readonly theme: MapTheme;
}

const provincesFrom = 3.5;
/** px that a name has for each of its signs, and that one needs at least to be told. */
const roomOfSign = 9;
const leastRoom = 34;
/** Lines are no truer than this: from here on they are the ground of tiles alone. */
const namesTo = 10;

/** How often the world is drawn beside itself. */
const copiesOf = ({ camera, size }: Ground): number[] => {
  const world = worldSize(camera.zoom);
  const [from, to] = [camera.x - size.width / 2 / world, camera.x + size.width / 2 / world];
  return [-1, 0, 1].filter((copy) => copy + 1 > from && copy < to);
};

const isShown = ({ camera, size }: Ground, { box }: Outline, copy: number): boolean => {
  const world = worldSize(camera.zoom);
  const [across, down] = [size.width / 2 / world, size.height / 2 / world];
  return (
    box.right + copy > camera.x - across && box.left + copy < camera.x + across && box.bottom > camera.y - down && box.top < camera.y + down
  );
};

const inWorld = (ground: Ground, copy: number): number => {
  const { context, camera, size, ratio } = ground;
  const scale = worldSize(camera.zoom) * ratio;
  context.setTransform(
    scale,
    0,
    0,
    scale,
    (size.width * ratio) / 2 + (copy - camera.x) * scale,
    (size.height * ratio) / 2 - camera.y * scale,
  );
  return ratio / scale;
};

const drawNames = (ground: Ground, shown: readonly Outline[], language: "zh" | "en", bold: boolean): void => {
  const { context, camera, size, ratio, theme } = ground;
  const world = worldSize(camera.zoom);
  const taken: { left: number; right: number; top: number }[] = [];
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.font = `${bold ? "600 " : ""}12px ${theme.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 3;
  context.strokeStyle = theme.halo;
  context.fillStyle = theme.text;
  for (const outline of shown) {
    const room = outline.span * world;
    const name = outline.nameIn(language);
    if (name === "" || room < leastRoom || room < (name.length * roomOfSign) / 2) continue;
    for (const copy of copiesOf(ground)) {
      const left = size.width / 2 + (outline.at.x + copy - camera.x) * world;
      const top = size.height / 2 + (outline.at.y - camera.y) * world;
      const half = context.measureText(name).width / 2 + 4;
      const isTaken = taken.some((other) => Math.abs(other.top - top) < 16 && other.left < left + half && other.right > left - half);
      if (isTaken || left < -half || left > size.width + half) continue;
      taken.push({ left: left - half, right: left + half, top });
      context.strokeText(name, left, top);
      context.fillText(name, left, top);
    }
  }
};

/** Sea, land, borders, provinces and names. Answers at once: a whole world takes some ten milliseconds. */
export const drawGround = (ground: Ground, outlines: Outlines | undefined, language: "zh" | "en"): void => {
  const { context, camera, size, ratio, theme } = ground;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = theme.sea;
  context.fillRect(0, 0, size.width, size.height);
  if (!outlines) return;
  const withProvinces = camera.zoom >= provincesFrom;
  for (const copy of copiesOf(ground)) {
    const pixel = inWorld(ground, copy);
    context.lineJoin = "round";
    context.fillStyle = theme.land;
    context.strokeStyle = theme.border;
    context.lineWidth = pixel;
    for (const outline of outlines.countries) {
      if (!isShown(ground, outline, copy)) continue;
      context.fill(outline.path, "evenodd");
      context.stroke(outline.path);
    }
    if (!withProvinces) continue;
    context.strokeStyle = theme.province;
    for (const outline of outlines.provinces) {
      if (!isShown(ground, outline, copy)) continue;
      context.fill(outline.path);
      context.stroke(outline.path);
    }
  }
  if (camera.zoom > namesTo) return;
  const shown = (all: readonly Outline[]): Outline[] =>
    all.filter((outline) => copiesOf(ground).some((copy) => isShown(ground, outline, copy)));
  if (withProvinces) drawNames(ground, shown(outlines.provinces), language, false);
  drawNames(
    ground,
    shown(outlines.countries).filter((outline) => !withProvinces || outline.nameIn("en") !== "China"),
    language,
    true,
  );
};
