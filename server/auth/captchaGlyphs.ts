export type Point = readonly [x: number, y: number];
export type Stroke = readonly Point[];

const arcSteps = 10;

/** From angle to angle, in turns: 0 is to the right, a quarter is down. */
const arc = (centre: Point, width: number, height: number, from: number, to: number): Point[] =>
  Array.from({ length: arcSteps + 1 }, (_, step) => {
    const angle = (from + ((to - from) * step) / arcSteps) * 2 * Math.PI;
    return [centre[0] + width * Math.cos(angle), centre[1] + height * Math.sin(angle)];
  });

const line = (...points: Point[]): Point[] => points;

/** Letters and digits that are not taken for one another, as strokes in a box of 1 by 1. */
export const captchaGlyphs: Readonly<Record<string, readonly Stroke[]>> = {
  A: [line([0, 1], [0.5, 0], [1, 1]), line([0.2, 0.63], [0.8, 0.63])],
  C: [arc([0.55, 0.5], 0.5, 0.5, -0.12, -0.88)],
  E: [line([0.95, 0], [0.05, 0], [0.05, 1], [0.95, 1]), line([0.05, 0.48], [0.8, 0.48])],
  F: [line([0.95, 0], [0.05, 0], [0.05, 1]), line([0.05, 0.48], [0.78, 0.48])],
  H: [line([0.05, 0], [0.05, 1]), line([0.95, 0], [0.95, 1]), line([0.05, 0.5], [0.95, 0.5])],
  K: [line([0.05, 0], [0.05, 1]), line([0.95, 0], [0.08, 0.56]), line([0.32, 0.42], [1, 1])],
  M: [line([0, 1], [0.08, 0], [0.5, 0.62], [0.92, 0], [1, 1])],
  N: [line([0.05, 1], [0.05, 0], [0.95, 1], [0.95, 0])],
  P: [line([0.08, 1], [0.08, 0], [0.5, 0]), arc([0.5, 0.28], 0.45, 0.28, -0.25, 0.25), line([0.5, 0.56], [0.08, 0.56])],
  R: [
    line([0.08, 1], [0.08, 0], [0.5, 0]),
    arc([0.5, 0.26], 0.42, 0.26, -0.25, 0.25),
    line([0.5, 0.52], [0.08, 0.52]),
    line([0.45, 0.52], [0.98, 1]),
  ],
  T: [line([0, 0], [1, 0]), line([0.5, 0], [0.5, 1])],
  U: [line([0.05, 0], [0.05, 0.6]), arc([0.5, 0.6], 0.45, 0.4, 0.5, 0), line([0.95, 0.6], [0.95, 0])],
  W: [line([0, 0], [0.22, 1], [0.5, 0.36], [0.78, 1], [1, 0])],
  X: [line([0.02, 0], [0.98, 1]), line([0.98, 0], [0.02, 1])],
  Y: [line([0, 0], [0.5, 0.5], [1, 0]), line([0.5, 0.5], [0.5, 1])],
  "3": [arc([0.45, 0.26], 0.42, 0.26, -0.4, 0.25), arc([0.45, 0.75], 0.48, 0.25, -0.25, 0.42)],
  "4": [line([0.75, 1], [0.75, 0], [0, 0.68], [1, 0.68])],
  "6": [line([0.75, 0], [0.4, 0.18], [0.12, 0.48], [0.06, 0.7]), arc([0.5, 0.7], 0.44, 0.3, 0.5, -0.5)],
  "7": [line([0, 0], [0.98, 0], [0.36, 1])],
  "9": [arc([0.5, 0.3], 0.44, 0.3, 0, 1), line([0.94, 0.3], [0.9, 0.55], [0.62, 0.84], [0.28, 1])],
};

export const captchaLetters: readonly string[] = Object.keys(captchaGlyphs);
