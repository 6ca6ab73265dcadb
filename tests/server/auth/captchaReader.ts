import { inflateSync } from "node:zlib";
import { captchaGlyphs, captchaLetters, type Point } from "#server/auth/captchaGlyphs.ts";

interface Picture {
  width: number;
  height: number;
  /** 1 where there is ink. */
  ink: Uint8Array;
}

/** What the PNG within the SVG shows: ink is what is darker than half-way between the lightest and the darkest colour. */
export const inkOf = (svg: string): Picture => {
  const source = /base64,([^"]+)"/.exec(svg)?.[1] ?? "";
  const file = Buffer.from(source, "base64");
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const parts = new Map<string, Buffer>();
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at))
    parts.set(file.toString("latin1", at + 4, at + 8), file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  const rows = inflateSync(parts.get("IDAT") ?? Buffer.alloc(0));
  const colours = parts.get("PLTE") ?? Buffer.alloc(0);
  const light = (colour: number): number => (colours[colour * 3] ?? 0) + (colours[colour * 3 + 1] ?? 0) + (colours[colour * 3 + 2] ?? 0);
  const half = (light(0) + light(colours.length / 3 - 1)) / 2;
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) ink[y * width + x] = light(rows[y * (width + 1) + 1 + x] ?? 0) < half ? 1 : 0;
  return { width, height, ink };
};

/** Takes away lines that are thinner than the letters': ink that is not within a square of ink. */
const opened = ({ width, height, ink }: Picture, side: number): Picture => {
  const kept = new Uint8Array(ink.length);
  for (let y = 0; y + side <= height; y += 1)
    for (let x = 0; x + side <= width; x += 1) {
      let full = true;
      for (let dy = 0; dy < side && full; dy += 1) for (let dx = 0; dx < side && full; dx += 1) full = ink[(y + dy) * width + x + dx] === 1;
      if (full) for (let dy = 0; dy < side; dy += 1) for (let dx = 0; dx < side; dx += 1) kept[(y + dy) * width + x + dx] = 1;
    }
  return { width, height, ink: kept };
};

const far = 6;

/** How far each pixel is from one of these, in steps along the axes, no more than `far`. */
const distances = (width: number, height: number, cells: Uint8Array): Uint8Array => {
  const away = new Uint8Array(cells.length).map((_, cell) => (cells[cell] ? 0 : far));
  const nearer = (cell: number, other: number): void => {
    const step = (away[other] ?? far) + 1;
    if (step < (away[cell] ?? far)) away[cell] = step;
  };
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (x > 0) nearer(y * width + x, y * width + x - 1);
      if (y > 0) nearer(y * width + x, (y - 1) * width + x);
    }
  for (let y = height - 1; y >= 0; y -= 1)
    for (let x = width - 1; x >= 0; x -= 1) {
      if (x < width - 1) nearer(y * width + x, y * width + x + 1);
      if (y < height - 1) nearer(y * width + x, (y + 1) * width + x);
    }
  return away;
};

const pointsOf = (letter: string): Point[] =>
  (captchaGlyphs[letter] ?? []).flatMap((stroke) =>
    stroke.flatMap((point, at) => {
      const next = stroke[at + 1] ?? point;
      const steps = Math.max(1, Math.ceil(Math.hypot(next[0] - point[0], next[1] - point[1]) / 0.08));
      return Array.from(
        { length: steps },
        (_, n): Point => [point[0] + ((next[0] - point[0]) * n) / steps - 0.5, point[1] + ((next[1] - point[1]) * n) / steps - 0.5],
      );
    }),
  );

const box = { width: 60, height: 76 };

/** How far each pixel of the box around a letter is from its strokes. */
const around = (points: readonly Point[]): Uint8Array => {
  const laid = new Uint8Array(box.width * box.height);
  for (const [x, y] of points) laid[Math.round(y + box.height / 2) * box.width + Math.round(x + box.width / 2)] = 1;
  return distances(box.width, box.height, laid);
};

/** The font, turned, sheared and of several sizes, as the pictures do it. */
const templates = captchaLetters.flatMap((letter) =>
  [-0.22, 0, 0.22].flatMap((turn) =>
    [-0.12, 0.12].flatMap((shear) =>
      [0.97].map((size) => {
        const points = pointsOf(letter).map(([x, y]): Point => {
          const [left, top] = [(x - shear * y) * 39 * size, y * 49 * size];
          return [left * Math.cos(turn) - top * Math.sin(turn), left * Math.sin(turn) + top * Math.cos(turn)];
        });
        return { letter, points, beside: around(points) };
      }),
    ),
  ),
);

/**
 * Reads a picture with the font at hand and its usual places known: lines that are thinner than letters are taken away, then every letter of
 * the font, turned and sheared, is laid over each place, and the one wins that lies on ink and leaves little ink beside it.
 */
export const readCaptcha = (svg: string, thinner = 3): string => {
  const { width, height, ink } = opened(inkOf(svg), thinner);
  const away = distances(width, height, ink);
  const inked = [...ink.keys()]
    .filter((cell) => ink[cell] === 1 && cell % 3 === 0)
    .map((cell): Point => [cell % width, Math.floor(cell / width)]);
  const letterAt = (middle: number): string => {
    let best = { letter: "", score: Number.POSITIVE_INFINITY };
    for (let dx = -12; dx <= 12; dx += 4)
      for (let dy = -8; dy <= 8; dy += 4) {
        const [left, top] = [middle + dx, height / 2 + dy];
        const near = inked.filter(([x]) => Math.abs(x - left) < 24);
        for (const { letter, points, beside } of templates) {
          let off = 0;
          for (const [x, y] of points) {
            const [px, py] = [Math.round(left + x), Math.round(top + y)];
            off += px < 0 || py < 0 || px >= width || py >= height ? far : (away[py * width + px] ?? far);
          }
          const onInk = off / points.length;
          if (onInk >= best.score) continue;
          let left2 = 0;
          for (const [x, y] of near)
            left2 += beside[Math.round(y - top + box.height / 2) * box.width + Math.round(x - left + box.width / 2)] ?? far;
          const score = onInk + (near.length === 0 ? far : left2 / near.length);
          if (score < best.score) best = { letter, score };
        }
      }
    return best.letter;
  };
  return [-1.5, -0.5, 0.5, 1.5].map((place) => letterAt(width / 2 + place * 47.5)).join("");
};
