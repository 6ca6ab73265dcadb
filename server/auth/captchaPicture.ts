import { randomBytes, randomInt } from "node:crypto";
import { captchaGlyphs, captchaLetters, type Point, type Stroke } from "#server/auth/captchaGlyphs.ts";
import { png } from "#server/auth/png.ts";

/** Pixels; pages show it at half of that. */
export const captchaSize = { width: 240, height: 80 };

const { width, height } = captchaSize;
const shades = 32;
const ground = [242, 245, 248] as const;
/** Inks that stand out from the ground by 7:1 and more. */
const inks = [
  [28, 44, 73],
  [20, 66, 58],
  [84, 26, 64],
  [92, 44, 10],
] as const;

/** Numbers from 0 to below 1 out of a source that nobody can go on with from what they have seen. */
const chances = (): (() => number) => {
  let bytes = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at + 4 > bytes.length) [bytes, at] = [randomBytes(4096), 0];
    at += 4;
    return bytes.readUInt32BE(at - 4) / 2 ** 32;
  };
};

export const captchaText = (length: number): string =>
  Array.from({ length }, () => captchaLetters[randomInt(captchaLetters.length)]).join("");

type Chance = (from: number, to: number) => number;
type Move = (point: Point) => Point;

/** Points every few pixels, so that a bend of the picture bends its lines. */
const dense = (stroke: Stroke, step: number): Point[] =>
  stroke.flatMap((point, at) => {
    const next = stroke[at + 1];
    if (!next) return [point];
    const steps = Math.max(1, Math.ceil(Math.hypot(next[0] - point[0], next[1] - point[1]) / step));
    return Array.from(
      { length: steps },
      (_, n): Point => [point[0] + ((next[0] - point[0]) * n) / steps, point[1] + ((next[1] - point[1]) * n) / steps],
    );
  });

/** Waves of three lengths in both directions, none of them the same twice. */
const bend = (chance: Chance): Move => {
  const waves = [
    { length: chance(90, 150), size: chance(3, 5) },
    { length: chance(45, 70), size: chance(1.4, 2.4) },
    { length: chance(22, 32), size: chance(0.5, 1) },
  ].map((wave) => ({ ...wave, x: chance(0, 7), y: chance(0, 7), turn: chance(0.6, 1.4) }));
  return ([x, y]) => [
    x + waves.reduce((sum, wave) => sum + wave.size * Math.sin((y * 2 * Math.PI) / wave.length + wave.x + x / wave.length), 0),
    y + waves.reduce((sum, wave) => sum + wave.size * Math.sin((x * 2 * Math.PI * wave.turn) / wave.length + wave.y), 0),
  ];
};

/** The letter's strokes, each end somewhere else than in the font, turned, sheared and stretched, in the middle of its place. */
const placed = (letter: string, middle: Point, chance: Chance): Point[][] => {
  const [turn, shear] = [chance(-0.3, 0.3), chance(-0.22, 0.22)];
  const [wide, high] = [chance(34, 44), chance(44, 54)];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return (captchaGlyphs[letter] ?? []).map((stroke) =>
    stroke.map(([x, y]): Point => {
      const left = (x - 0.5 + chance(-0.035, 0.035) + shear * (0.5 - y)) * wide;
      const top = (y - 0.5 + chance(-0.035, 0.035)) * high;
      return [middle[0] + left * cos - top * sin, middle[1] + left * sin + top * cos];
    }),
  );
};

/** A line from edge to edge through the letters, as wide as theirs. */
const stray = (chance: Chance): Point[] => {
  const [begin, end] = [chance(10, height - 10), chance(10, height - 10)];
  const [size, phase, turns] = [chance(6, 16), chance(0, 7), chance(0.6, 1.8)];
  return Array.from({ length: 41 }, (_, step): Point => {
    const part = step / 40;
    return [part * (width + 8) - 4, begin + (end - begin) * part + size * Math.sin(part * turns * 2 * Math.PI + phase)];
  });
};

/** Covers the pixels within half of `thick` of the line between two points, softly at its edge. */
const cover = (cells: Float32Array, [ax, ay]: Point, [bx, by]: Point, thick: number): void => {
  const reach = thick / 2 + 1;
  const [dx, dy] = [bx - ax, by - ay];
  const squared = dx * dx + dy * dy || 1;
  const [left, right] = [Math.max(0, Math.floor(Math.min(ax, bx) - reach)), Math.min(width - 1, Math.ceil(Math.max(ax, bx) + reach))];
  const [top, bottom] = [Math.max(0, Math.floor(Math.min(ay, by) - reach)), Math.min(height - 1, Math.ceil(Math.max(ay, by) + reach))];
  for (let y = top; y <= bottom; y += 1)
    for (let x = left; x <= right; x += 1) {
      const part = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared));
      const [away, off] = [x - ax - part * dx, y - ay - part * dy];
      const covered = Math.min(1, Math.max(0, thick / 2 + 0.5 - Math.sqrt(away * away + off * off)));
      const cell = y * width + x;
      if (covered > (cells[cell] ?? 0)) cells[cell] = covered;
    }
};

/** Places where ink and ground change sides, so that letters go through them light on dark. */
const discs = (chance: Chance): Float32Array => {
  const cells = new Float32Array(width * height);
  const places = [0, 1].map((n) => ({
    x: (n + chance(0.15, 0.85)) * (width / 2),
    y: chance(8, height - 8),
    size: chance(15, 24),
    flat: chance(0.7, 1.4),
  }));
  for (let cell = 0; cell < cells.length; cell += 1) {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    let within = 0;
    for (const place of places) {
      const away = Math.sqrt((x - place.x) ** 2 + ((y - place.y) * place.flat) ** 2);
      const inside = Math.min(1, Math.max(0, place.size + 0.5 - away));
      within = within + inside - 2 * within * inside;
    }
    cells[cell] = within;
  }
  return cells;
};

const drawn = (cells: Float32Array, stroke: Stroke, move: Move, thick: () => number): void => {
  const points = dense(stroke, 4).map(move);
  let now = thick();
  for (const [at, point] of points.entries()) {
    const next = points[at + 1];
    if (!next) return;
    now += (thick() - now) / 6;
    cover(cells, point, next, now);
  }
};

/**
 * The text as pixels: letters of one ink that touch, bent with the lines that cross them and with gaps that cross both. What is sent holds no
 * shape of a letter that a program could look up; a program that recognises pictures still can read it, so that nothing rests on this alone.
 */
export const captchaPicture = (text: string): Buffer => {
  const next = chances();
  const chance: Chance = (from, to) => from + next() * (to - from);
  const move = bend(chance);
  const [ink, gaps] = [new Float32Array(width * height), new Float32Array(width * height)];
  const thick = (): number => chance(4.4, 6.6);
  const steps = [...text].map((_, at) => (at === 0 ? 0 : chance(44, 51)));
  let x = width / 2 - steps.reduce((sum, step) => sum + step, 0) / 2 + chance(-16, 16);
  for (const [at, letter] of [...text].entries()) {
    x += steps[at] ?? 0;
    for (const stroke of placed(letter, [x, height / 2 + chance(-8, 8)], chance)) drawn(ink, stroke, move, thick);
  }
  for (let n = 0; n < 2; n += 1) drawn(ink, stray(chance), move, () => chance(2, 3.2));
  drawn(gaps, stray(chance), move, () => chance(1.2, 2));
  const turned = discs(chance);
  const [pixels, grain] = [new Uint8Array(width * height), randomBytes(width * height)];
  for (let cell = 0; cell < pixels.length; cell += 1) {
    const line = (ink[cell] ?? 0) * (1 - 0.9 * (gaps[cell] ?? 0));
    const within = turned[cell] ?? 0;
    const covered = line + within - 2 * line * within + 0.2 * ((grain[cell] ?? 0) / 255 - 0.5);
    pixels[cell] = Math.round(Math.min(1, Math.max(0, covered)) * (shades - 1));
  }
  const colour = inks[Math.floor(next() * inks.length)] ?? inks[0];
  const mixed = (part: number, shade: number): number =>
    Math.round((ground[part] ?? 0) + (((colour[part] ?? 0) - (ground[part] ?? 0)) * shade) / (shades - 1));
  return png(
    width,
    height,
    pixels,
    Array.from({ length: shades }, (_, shade) => [mixed(0, shade), mixed(1, shade), mixed(2, shade)] as const),
  );
};
