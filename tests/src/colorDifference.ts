import { parseColor } from "#src/app/theme/color.ts";

const linear = (part: number): number => (part <= 10.31 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
const root = (share: number): number => (share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116);

const labOf = (color: string): [lightness: number, a: number, b: number] => {
  const [r = 0, g = 0, b = 0] = (parseColor(color) ?? []).map(linear);
  const x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};

const turn = Math.PI / 180;
const seventh = (chroma: number): number => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
const hue = (a: number, b: number): number => (Math.atan2(b, a) / turn + 360) % 360;

/** CIEDE2000 of two colours: 1 is just seen, from 10 on nobody takes one for the other. */
export const difference = (one: string, other: string): number => {
  const [lightness1, a1, b1] = labOf(one);
  const [lightness2, a2, b2] = labOf(other);
  const stretch = 1.5 - seventh((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) / 2;
  const [chroma1, chroma2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const [hue1, hue2] = [hue(a1 * stretch, b1), hue(a2 * stretch, b2)];
  const turned = ((hue2 - hue1 + 540) % 360) - 180;
  const hues = 2 * Math.sqrt(chroma1 * chroma2) * Math.sin((turned * turn) / 2);
  const lightness = (lightness1 + lightness2) / 2;
  const chroma = (chroma1 + chroma2) / 2;
  const middle = hue1 + turned / 2;
  const cosine = (times: number, shift: number): number => Math.cos((times * middle + shift) * turn);
  const weight = 1 - 0.17 * cosine(1, -30) + 0.24 * cosine(2, 0) + 0.32 * cosine(3, 6) - 0.2 * cosine(4, -63);
  const light = (lightness2 - lightness1) / (1 + (0.015 * (lightness - 50) ** 2) / Math.sqrt(20 + (lightness - 50) ** 2));
  const rich = (chroma2 - chroma1) / (1 + 0.045 * chroma);
  const round = hues / (1 + 0.015 * chroma * weight);
  const blue = -2 * seventh(chroma) * Math.sin(60 * turn * Math.exp(-(((((middle + 360) % 360) - 275) / 25) ** 2)));
  return Math.sqrt(light ** 2 + rich ** 2 + round ** 2 + blue * rich * round);
};
