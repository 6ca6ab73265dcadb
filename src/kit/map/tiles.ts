import { type Camera, type Size, type Spot, worldSize } from "./projection.ts";

/** Where pictures of the map come from; without any, outlines alone are drawn. */
export interface TileSource {
  /** With {z}, {x} and {y}; a range such as {a-c} stands for hosts that are taken by turns. */
  readonly url: string;
  /** They are drawn in GCJ-02. */
  readonly gcj02: boolean;
  readonly attribution: string;
  /** The nearest that there are. */
  readonly zoom: number;
}

export interface Tile {
  readonly key: string;
  readonly url: string;
  readonly spot: Spot;
  /** px. */
  readonly side: number;
}

const range = /\{(\w)-(\w)\}/;

/** The address of one tile. */
export const tileUrl = (template: string, z: number, x: number, y: number): string =>
  template
    .replace(range, (_all, first: string, last: string) => {
      const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
      return String.fromCharCode(from + ((x + y) % (to - from + 1)));
    })
    .replaceAll("{z}", String(z))
    .replaceAll("{x}", String(x))
    .replaceAll("{y}", String(y));

/** Tiles that what is shown is covered with, those in the middle first. */
export const tilesOf = (source: TileSource, camera: Camera, size: Size): Tile[] => {
  const z = Math.max(0, Math.min(source.zoom, Math.round(camera.zoom)));
  const count = 2 ** z;
  const side = worldSize(camera.zoom) / count;
  const [left, top] = [size.width / 2 - camera.x * count * side, size.height / 2 - camera.y * count * side];
  const tiles: Tile[] = [];
  for (let row = Math.max(0, Math.floor(-top / side)); row < Math.min(count, (size.height - top) / side); row += 1)
    for (let column = Math.floor(-left / side); column < (size.width - left) / side; column += 1) {
      const x = ((column % count) + count) % count;
      tiles.push({
        key: `${z}/${column}/${row}`,
        url: tileUrl(source.url, z, x, row),
        spot: { left: left + column * side, top: top + row * side },
        side,
      });
    }
  const far = ({ spot }: Tile): number => Math.abs(spot.left + side / 2 - size.width / 2) + Math.abs(spot.top + side / 2 - size.height / 2);
  return tiles.sort((one, other) => far(one) - far(other));
};
