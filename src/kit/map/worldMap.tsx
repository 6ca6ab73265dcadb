import { Button } from "@blueprintjs/core";
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { fromGcj02, type Place, toGcj02 } from "#contract/place.ts";
import { type Hotkey, useHotkeys } from "#src/kit/keys/hotkeys.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { drawGround } from "./drawMap.ts";
import "./map.css";
import { type Outlines, outlines } from "./outlines.ts";
import { type Camera, dragged, placeAt, type Size, type Spot, spotOf, zoomedAt } from "./projection.ts";
import { scaleOf } from "./scale.ts";
import { type TileSource, tilesOf } from "./tiles.ts";
import { useMapTheme } from "./useMapTheme.ts";

/** What is drawn on the map is told where places are. */
export interface MapFrame {
  readonly camera: Camera;
  readonly size: Size;
  spot(place: Place): Spot;
}

interface WorldMapProps {
  /** Says what is shown, to those who do not see it. */
  label: string;
  camera: Camera;
  size: Size | undefined;
  tiles: TileSource | undefined;
  onCamera(camera: Camera): void;
  onSize(size: Size): void;
  /** Shows all that there is to see. */
  onFit?: (() => void) | undefined;
  /** A place was pointed at. */
  onPick?: ((place: Place) => void) | undefined;
  children?: (frame: MapFrame) => ReactNode;
}

const keyStep = 120;
const wheelStep = 1 / 240;
/** px that a hand may tremble by. */
const tremble = 4;

const keys = [
  ["arrowleft arrowright arrowup arrowdown", "pan"],
  ["plus", "zoomIn"],
  ["-", "zoomOut"],
] as const;

/** A map that is moved by hand, wheel and keys. The outlines of the world come with the product, tiles from wherever the operator says. */
export function WorldMap({ label, camera, size, tiles, onCamera, onSize, onFit, onPick, children }: WorldMapProps) {
  const intl = useIntl();
  const language = languageOf(intl);
  const root = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [lines, setLines] = useState<Outlines>();
  const [failed, setFailed] = useState(false);
  const theme = useMapTheme(root);
  const say = (id: string) => intl.formatMessage({ id: `map.${id}` });

  useEffect(() => {
    let over = false;
    outlines().then(
      (found) => !over && setLines(found),
      () => !over && setFailed(true),
    );
    return () => {
      over = true;
    };
  }, []);

  const tellSize = useRef(onSize);
  tellSize.current = onSize;
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0) tellSize.current({ width, height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context || !size || !theme) return;
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
    if (element.width !== width) element.width = width;
    if (element.height !== height) element.height = height;
    drawGround({ context, camera, size, ratio, theme }, lines, language);
  }, [camera, size, theme, lines, language]);

  // Listeners stay while the map moves: a hand that holds it would let go otherwise.
  const latest = useRef<Hands>({ camera, size, tiles, onCamera, onFit, onPick });
  latest.current = { camera, size, tiles, onCamera, onFit, onPick };
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    return listen(element, () => latest.current);
  }, []);

  const hotkeys = useMemo(
    () =>
      [...keys, ...(onFit ? ([["0", "fit"]] as const) : [])].map(
        ([combo, key]): Hotkey => ({ combo, label: `map.${key}`, group: "map.hotkeys", part: () => root.current }),
      ),
    [onFit],
  );
  useHotkeys(hotkeys);

  const shown = (place: Place): Place => (tiles?.gcj02 ? toGcj02(place) : place);
  const zoom = (steps: number) => size && onCamera(zoomedAt(camera, size, steps, { left: size.width / 2, top: size.height / 2 }));
  const scale = scaleOf(camera);
  const button = (icon: "zoom-in" | "zoom-out" | "zoom-to-fit", id: string, key: string, run: () => void) => (
    <Button size="small" icon={icon} title={`${say(id)} (${key})`} aria-label={say(id)} onClick={run} />
  );
  return (
    <figure ref={root} className={onPick ? "gh-map gh-map-picking" : "gh-map"} aria-label={label} tabIndex={-1}>
      <canvas ref={canvas} className="gh-map-ground" aria-hidden />
      {size && tiles && (
        <div className="gh-map-tiles" aria-hidden>
          {tilesOf(tiles, camera, size).map(({ key, url, spot, side }) => (
            <img
              key={key}
              src={url}
              alt=""
              draggable={false}
              referrerPolicy="origin"
              style={{ width: side + 0.5, height: side + 0.5, transform: `translate(${spot.left}px, ${spot.top}px)` }}
              onError={(event) => event.currentTarget.classList.add("gh-map-lost")}
              onLoad={(event) => event.currentTarget.classList.remove("gh-map-lost")}
            />
          ))}
        </div>
      )}
      {size && children?.({ camera, size, spot: (place) => spotOf(camera, size, shown(place)) })}
      <div className="gh-map-tools">
        {button("zoom-in", "zoomIn", "+", () => zoom(1))}
        {button("zoom-out", "zoomOut", "-", () => zoom(-1))}
        {onFit && button("zoom-to-fit", "fit", "0", onFit)}
      </div>
      <div className="gh-map-foot">
        <span className="gh-map-scale" style={{ width: scale.px }}>
          {scale.metres >= 1000
            ? intl.formatMessage({ id: "map.kilometres" }, { count: intl.formatNumber(scale.metres / 1000) })
            : intl.formatMessage({ id: "map.metres" }, { count: intl.formatNumber(scale.metres) })}
        </span>
        {failed && <span role="status">{say("noOutlines")}</span>}
        {tiles && <span className="gh-map-source">{tiles.attribution}</span>}
      </div>
    </figure>
  );
}

interface Hands {
  camera: Camera;
  readonly size: Size | undefined;
  readonly tiles: TileSource | undefined;
  onCamera(camera: Camera): void;
  readonly onFit: (() => void) | undefined;
  readonly onPick: ((place: Place) => void) | undefined;
}

/** Of the map itself, not of what stands on it. */
const isGround = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("button, a, input, select, .gh-map-foot") === null;

/** Dragging, pinching, wheel, double click, click and keys. Answers how to stop. */
const listen = (element: HTMLElement, now: () => Hands): (() => void) => {
  const held = new Map<number, Spot>();
  let travelled = 0;
  const spotIn = (event: { clientX: number; clientY: number }): Spot => {
    const { left, top } = element.getBoundingClientRect();
    return { left: event.clientX - left, top: event.clientY - top };
  };
  /** A camera that follows from the last one also where no picture was drawn in between. */
  const move = (next: (camera: Camera, size: Size) => Camera): void => {
    const hands = now();
    if (!hands.size) return;
    hands.camera = next(hands.camera, hands.size);
    hands.onCamera(hands.camera);
  };
  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || (held.size === 0 && !isGround(event.target))) return;
    if (held.size === 0) travelled = 0;
    held.set(event.pointerId, spotIn(event));
  };
  const drag = (event: PointerEvent): void => {
    const before = held.get(event.pointerId);
    if (!before) return;
    const after = spotIn(event);
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
    travelled += Math.abs(after.left - before.left) + Math.abs(after.top - before.top);
    if (travelled > tremble && !element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
    held.set(event.pointerId, after);
    if (!other) {
      if (travelled > tremble) move((camera, size) => dragged(camera, size, after.left - before.left, after.top - before.top));
      return;
    }
    const apart = (one: Spot): number => Math.max(8, Math.hypot(one.left - other.left, one.top - other.top));
    move((camera, size) => zoomedAt(camera, size, Math.log2(apart(after) / apart(before)), other));
  };
  const up = (event: PointerEvent): void => {
    const started = held.delete(event.pointerId);
    if (event.type !== "pointerup" || !started || travelled > tremble || !isGround(event.target)) return;
    const { camera, size, tiles, onPick } = now();
    if (!size || !onPick) return;
    const place = placeAt(camera, size, spotIn(event));
    onPick(tiles?.gcj02 ? fromGcj02(place) : place);
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const steps = Math.max(-1, Math.min(1, -event.deltaY * lines * wheelStep));
    move((camera, size) => zoomedAt(camera, size, steps, spotIn(event)));
  };
  const twice = (event: MouseEvent): void => {
    if (isGround(event.target) && !now().onPick) move((camera, size) => zoomedAt(camera, size, 1, spotIn(event)));
  };
  const middle = ({ width, height }: Size): Spot => ({ left: width / 2, top: height / 2 });
  const steps: Readonly<Record<string, (camera: Camera, size: Size) => Camera>> = {
    ArrowLeft: (camera, size) => dragged(camera, size, keyStep, 0),
    ArrowRight: (camera, size) => dragged(camera, size, -keyStep, 0),
    ArrowUp: (camera, size) => dragged(camera, size, 0, keyStep),
    ArrowDown: (camera, size) => dragged(camera, size, 0, -keyStep),
    "+": (camera, size) => zoomedAt(camera, size, 1, middle(size)),
    "=": (camera, size) => zoomedAt(camera, size, 1, middle(size)),
    "-": (camera, size) => zoomedAt(camera, size, -1, middle(size)),
  };
  const press = (event: KeyboardEvent): void => {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select") !== null;
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    const { onFit } = now();
    if (!step && !(event.key === "0" && onFit)) return;
    event.preventDefault();
    if (step) move(step);
    else onFit?.();
  };
  const stop = new AbortController();
  const { signal } = stop;
  element.addEventListener("pointerdown", down, { signal });
  element.addEventListener("pointermove", drag, { signal });
  element.addEventListener("pointerup", up, { signal });
  element.addEventListener("pointercancel", up, { signal });
  element.addEventListener("wheel", wheel, { signal, passive: false });
  element.addEventListener("dblclick", twice, { signal });
  element.addEventListener("keydown", press, { signal });
  return () => stop.abort();
};
