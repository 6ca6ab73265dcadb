import { Icon, type IconName } from "@blueprintjs/core";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { type Area, isBound, type PanelElement, type PanelKind } from "#contract/panelLayout.ts";
import { matches } from "#src/kit/keys/hotkeys.ts";
import { pointName } from "#src/kit/value/pointText.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { type Changed, heldInside, placedAt } from "./layout.ts";
import { gap, placed, rowStep } from "./panelGrid.ts";
import { type TemplateSlave, useSlavePoints } from "./templateSlaves.ts";

export const kindIcons: Readonly<Record<PanelKind, IconName>> = {
  ...{ value: "numerical", gauge: "dashboard", curve: "timeline-line-chart", state: "media" },
  ...{ switch: "switch", button: "send-message", text: "font", image: "camera" },
};

/** What the arrows do to an element: they move it, and with shift change its size. */
const steps: readonly (readonly [combo: string, change: (area: Area) => Partial<Area>])[] = [
  ["arrowleft", ({ x }) => ({ x: x - 1 })],
  ["arrowright", ({ x }) => ({ x: x + 1 })],
  ["arrowup", ({ y }) => ({ y: y - 1 })],
  ["arrowdown", ({ y }) => ({ y: y + 1 })],
  ["shift+arrowleft", ({ w }) => ({ w: w - 1 })],
  ["shift+arrowright", ({ w }) => ({ w: w + 1 })],
  ["shift+arrowup", ({ h }) => ({ h: h - 1 })],
  ["shift+arrowdown", ({ h }) => ({ h: h + 1 })],
];

interface Drag {
  readonly place: number;
  readonly resizes: boolean;
  readonly from: Area;
  readonly x: number;
  readonly y: number;
  /** What it comes to where the pointer is now. */
  readonly changed: Changed | undefined;
}

interface CanvasProps {
  elements: readonly PanelElement[];
  slaves: readonly TemplateSlave[];
  commandName(id: string): string;
  selected: number | undefined;
  faulty: ReadonlySet<number>;
  onSelect(place: number): void;
  onChange(changed: Changed): void;
  onRemove(place: number): void;
  /** The focus goes to the properties of the one that has it. */
  onEdit(): void;
}

function ElementName({ element, slaves, commandName }: Pick<CanvasProps, "slaves" | "commandName"> & { element: PanelElement }) {
  const intl = useIntl();
  const points = useSlavePoints(slaves, isBound(element) ? element.slave : undefined);
  if (element.kind === "text") return element.text;
  if (element.kind === "button") return commandName(element.commandId);
  if (!isBound(element)) return "";
  const point = points.find(({ id }) => id === element.pointId);
  return element.title || (point ? pointName(point, languageOf(intl)) : "");
}

/** The grid on which elements are placed, moved and resized, by pointer and by keys. */
export function LayoutCanvas({ elements, slaves, commandName, selected, faulty, onSelect, onChange, onRemove, onEdit }: CanvasProps) {
  const intl = useIntl();
  const grid = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag>();
  const shown = drag?.changed && "elements" in drag.changed ? drag.changed.elements : elements;
  const lines = shown.reduce((most, { y, h }) => Math.max(most, y + h), 0);

  const begin = (event: PointerEvent<HTMLElement>, place: number, resizes: boolean) => {
    const from = elements[place];
    if (!from || event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    onSelect(place);
    setDrag({ place, resizes, from, x: event.clientX, y: event.clientY, changed: undefined });
  };
  const follow = (event: PointerEvent<HTMLElement>) => {
    if (!drag || !grid.current) return;
    const column = (grid.current.clientWidth + gap) / limits.panel.columns;
    const dx = Math.round((event.clientX - drag.x) / column);
    const dy = Math.round((event.clientY - drag.y) / rowStep);
    const { x, y, w, h } = drag.from;
    const wanted = drag.resizes
      ? { x, y, w: Math.min(Math.max(1, w + dx), limits.panel.columns - x), h: Math.min(Math.max(1, h + dy), limits.panel.rows - y) }
      : heldInside({ x: x + dx, y: y + dy, w, h });
    const same = wanted.x === x && wanted.y === y && wanted.w === w && wanted.h === h;
    setDrag({ ...drag, changed: same ? undefined : placedAt(elements, drag.place, wanted) });
  };
  const drop = () => {
    if (drag?.changed) onChange(drag.changed);
    setDrag(undefined);
  };
  const press = (event: KeyboardEvent<HTMLElement>, place: number) => {
    const element = elements[place];
    if (!element) return;
    if (event.key === "Delete") {
      event.preventDefault();
      return onRemove(place);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      return onEdit();
    }
    const step = steps.find(([combo]) => matches(combo, event.nativeEvent));
    if (!step) return;
    event.preventDefault();
    onChange(placedAt(elements, place, step[1](element)));
  };

  return (
    <div className="gh-panel-canvas">
      <div ref={grid} className="gh-panel-grid" style={{ minHeight: (lines + 2) * rowStep }}>
        {[...shown.entries()].map(([place, element]) => (
          <button
            key={place}
            type="button"
            aria-pressed={place === selected}
            className={faulty.has(place) ? "gh-panel-box gh-panel-box-faulty" : "gh-panel-box"}
            style={placed(element)}
            onFocus={() => onSelect(place)}
            onPointerDown={(event) => begin(event, place, false)}
            onPointerMove={follow}
            onPointerUp={drop}
            onPointerCancel={() => setDrag(undefined)}
            onKeyDown={(event) => press(event, place)}
          >
            <span className="gh-panel-unseen">
              {intl.formatMessage(
                { id: "panelEditor.element" },
                {
                  ...{ kind: intl.formatMessage({ id: `panelEditor.kind.${element.kind}` }), place: place + 1 },
                  ...{ x: element.x, y: element.y, w: element.w, h: element.h },
                },
              )}
            </span>
            <Icon icon={kindIcons[element.kind]} />
            <span className="gh-panel-box-name">
              <ElementName element={element} slaves={slaves} commandName={commandName} />
            </span>
            <span
              className="gh-panel-handle"
              onPointerDown={(event) => begin(event, place, true)}
              onPointerMove={follow}
              onPointerUp={(event) => {
                event.stopPropagation();
                drop();
              }}
            />
          </button>
        ))}
      </div>
    </div>
  );
}
