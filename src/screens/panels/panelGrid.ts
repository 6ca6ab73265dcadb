import type { CSSProperties } from "react";
import type { Area } from "#contract/panelLayout.ts";

/** px of a row of the grid with the gap behind it, as `panels.css` has them. */
export const rowStep = 44;
/** px between elements. */
export const gap = 4;

/** Where an element stands in the grid, for `panels.css`. */
export const placed = ({ x, y, w, h }: Area): CSSProperties => {
  const place = { "--gh-panel-column": `${x + 1} / span ${w}`, "--gh-panel-row": `${y + 1} / span ${h}` };
  return place as CSSProperties;
};
