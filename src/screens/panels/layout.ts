import { limits } from "#contract/limits.ts";
import { type Area, isInside, overlap, type PanelElement, type PanelKind } from "#contract/panelLayout.ts";

type Elements = readonly PanelElement[];

/** What a change of the layout came to: the elements then, or why it is refused. `pushed`: how many others gave way. */
export type Changed = { elements: Elements; pushed: number } | { refused: "outside" | "full" };

const { columns, rows } = limits.panel;

const sizes: Readonly<Record<PanelKind, Pick<Area, "w" | "h">>> = {
  ...{ value: { w: 4, h: 2 }, gauge: { w: 5, h: 4 }, curve: { w: 12, h: 6 }, state: { w: 4, h: 2 } },
  ...{ switch: { w: 4, h: 2 }, button: { w: 4, h: 1 }, text: { w: 6, h: 1 }, image: { w: 6, h: 4 } },
};

const blank = (kind: PanelKind, area: Area, slave: number): PanelElement => {
  switch (kind) {
    case "value":
    case "curve":
    case "switch":
      return { kind, ...area, slave, pointId: "", title: "" };
    case "gauge":
      return { kind, ...area, slave, pointId: "", title: "", min: null, max: null };
    case "state":
      return { kind, ...area, slave, pointId: "", title: "", texts: [] };
    case "button":
      return { kind, ...area, commandId: "" };
    case "text":
      return { kind, ...area, text: "", large: false };
    case "image":
      return { kind, ...area, picture: "" };
  }
};

/** The first area of that size, row by row, that nothing stands in. */
const freeArea = (elements: Elements, { w, h }: Pick<Area, "w" | "h">): Area | undefined => {
  for (let y = 0; y + h <= rows; y += 1)
    for (let x = 0; x + w <= columns; x += 1) {
      const area = { x, y, w, h };
      if (!elements.some((element) => overlap(element, area))) return area;
    }
  return undefined;
};

/** A new element of that kind in the first free place, bound to that slave where it is bound to any. */
export const added = (elements: Elements, kind: PanelKind, slave: number): Changed => {
  const area = elements.length < limits.panel.elements ? freeArea(elements, sizes[kind]) : undefined;
  return area ? { elements: [...elements, blank(kind, area, slave)], pushed: 0 } : { refused: "full" };
};

/** Moves what the element at this place now covers down, and what that covers then, row by row; refused where one would leave the panel. */
const pushedBy = (elements: Elements, first: number): Changed => {
  const next = [...elements];
  const moved = new Set<number>();
  const queue = [first];
  for (let place = queue.shift(); place !== undefined; place = queue.shift()) {
    const by = next[place];
    if (!by) continue;
    for (const [other, element] of next.entries()) {
      if (other === place || !overlap(by, element)) continue;
      const lower = { ...element, y: by.y + by.h };
      if (!isInside(lower)) return { refused: "full" };
      next[other] = lower;
      moved.add(other);
      queue.push(other);
    }
  }
  return { elements: next, pushed: moved.size };
};

/** The element at this place in another area; others that stand there give way downwards. */
export const placedAt = (elements: Elements, place: number, area: Partial<Area>): Changed => {
  const element = elements[place];
  if (!element) return { elements, pushed: 0 };
  const next = { ...element, ...area };
  if (!isInside(next)) return { refused: "outside" };
  return pushedBy(elements.with(place, next), place);
};

export const removed = (elements: Elements, place: number): Changed => ({ elements: elements.toSpliced(place, 1), pushed: 0 });

/** The nearest area of the same size that is inside the panel. */
export const heldInside = ({ x, y, w, h }: Area): Area => {
  const width = Math.min(Math.max(1, w), columns);
  const height = Math.min(Math.max(1, h), rows);
  return { x: Math.min(Math.max(0, x), columns - width), y: Math.min(Math.max(0, y), rows - height), w: width, h: height };
};

/** The layout with what it was before each step, and what was undone. */
export interface History {
  readonly past: readonly Elements[];
  readonly future: readonly Elements[];
}

const most = 100;
export const noHistory: History = { past: [], future: [] };

export const stepped = ({ past }: History, before: Elements): History => ({ past: [...past, before].slice(-most), future: [] });

export const undone = ({ past, future }: History, now: Elements): { history: History; elements: Elements } | undefined => {
  const elements = past.at(-1);
  return elements && { elements, history: { past: past.slice(0, -1), future: [now, ...future] } };
};

export const redone = ({ past, future }: History, now: Elements): { history: History; elements: Elements } | undefined => {
  const [elements, ...rest] = future;
  return elements && { elements, history: { past: [...past, now], future: rest } };
};
