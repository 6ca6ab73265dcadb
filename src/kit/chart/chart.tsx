import { Button } from "@blueprintjs/core";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { type Hotkey, useHotkeys } from "#src/kit/keys/hotkeys.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import "./chart.css";
import { themedLayout, useChartTheme } from "./chartTheme.ts";
import type { Figure } from "./figure.ts";
import { figureSummary } from "./figureSummary.ts";
import { figureTable } from "./figureTable.ts";
import type { PlotHandle, Pointed, ShownRange } from "./plot.tsx";
import { ReadoutBox } from "./readoutBox.tsx";

const waiting = <div className="gh-chart-waiting" />;
const Plot = lazyPart(async () => (await import("./plot.tsx")).Plot, { waiting });
const NumbersTable = lazyPart(async () => (await import("./numbersTable.tsx")).NumbersTable, { waiting });

export interface ChartProps {
  /** Keep the identity while nothing changes. */
  figure: Figure;
  /** Says what is shown, to those who do not see it. */
  label: string;
  /** px, or what the figure needs; left out, the chart fills its parent. */
  height?: number;
  /** A person has zoomed or moved: bounds as the x axis counts, undefined when all is shown again. */
  onRelayout?(range: ShownRange): void;
}

const step = 1.6;
const panStep = 0.2;
/** px within which a reading is meant rather than the instant beside it. */
const reach = 12;

const tableKeys = [["t", "table"]] as const;
const plotKeys = [["plus", "zoomIn"], ["-", "zoomOut"], ["0", "reset"], ["arrowleft arrowright", "pan"], ...tableKeys] as const;

/** A chart in the colours of the theme, with keys and with its numbers as a table. */
export function Chart({ figure, label, height, onRelayout }: ChartProps) {
  const intl = useIntl();
  const root = useRef<HTMLElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const plot = useRef<PlotHandle>(null);
  const [size, setSize] = useState<{ width: number; height: number }>();
  const [asTable, setAsTable] = useState(false);
  const [pointed, setPointed] = useState<Pointed>();
  const theme = useChartTheme(root);
  const language = languageOf(intl);
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `chart.${id}` }, values);

  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const measure = () => {
      const next = { width: element.clientWidth, height: element.clientHeight };
      if (next.width > 0 && next.height > 0)
        setSize((before) => (before?.width === next.width && before.height === next.height ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const actions = new Map<string, () => void>([
      ["+", () => plot.current?.zoom(step)],
      ["=", () => plot.current?.zoom(step)],
      ["-", () => plot.current?.zoom(1 / step)],
      ["0", () => plot.current?.reset()],
      ["ArrowLeft", () => plot.current?.pan(-panStep)],
      ["ArrowRight", () => plot.current?.pan(panStep)],
      ["t", () => setAsTable((before) => !before)],
    ]);
    const press = (event: KeyboardEvent) => {
      const act = actions.get(event.key);
      const taken = event.target instanceof Element && event.target.closest("input, textarea, select") !== null;
      const inTable = event.target instanceof Element && event.target.closest("[role=grid]") !== null && event.key !== "t";
      if (!act || taken || inTable || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    };
    element.addEventListener("keydown", press);
    return () => element.removeEventListener("keydown", press);
  }, []);

  const hotkeys = useMemo(
    () =>
      (asTable ? tableKeys : plotKeys).map(
        ([combo, label]): Hotkey => ({ combo, label: `chart.${label}`, group: "chart.hotkeys", part: () => root.current }),
      ),
    [asTable],
  );
  useHotkeys(hotkeys);

  const table = useMemo(() => figureTable(figure), [figure]);
  const { leastHeight = 0, readout } = figure;
  const drawnSize = useMemo(() => size && { width: size.width, height: Math.max(size.height, leastHeight) }, [size, leastHeight]);
  const layout = useMemo(
    () => (theme && drawnSize ? themedLayout(figure.layout, theme, drawnSize) : undefined),
    [figure, theme, drawnSize],
  );
  const told = pointed && readout?.(pointed.x, pointed.perPixel * reach, pointed.hidden);
  const summary = figureSummary(table)
    .map((series) => say("summary", { ...series, name: series.name || label }))
    .join("\n");
  const button = (icon: "zoom-in" | "zoom-out" | "zoom-to-fit" | "th", id: string, key: string, run: () => void, pressed?: boolean) => (
    <Button
      size="small"
      variant="minimal"
      icon={icon}
      title={`${say(id)} (${key})`}
      aria-label={say(id)}
      {...(pressed === undefined ? {} : { active: pressed, "aria-pressed": pressed })}
      onClick={run}
    />
  );
  return (
    <figure
      ref={root}
      className="gh-chart"
      aria-label={label}
      style={height === undefined ? undefined : { height: Math.max(height, leastHeight) }}
      tabIndex={-1}
    >
      <div className="gh-chart-tools">
        {!asTable && (
          <>
            {button("zoom-in", "zoomIn", "+", () => plot.current?.zoom(step))}
            {button("zoom-out", "zoomOut", "-", () => plot.current?.zoom(1 / step))}
            {button("zoom-to-fit", "reset", "0", () => plot.current?.reset())}
          </>
        )}
        {button("th", "table", "t", () => setAsTable(!asTable), asTable)}
      </div>
      <div ref={stage} className="gh-chart-stage">
        {asTable ? (
          <NumbersTable label={label} table={table} />
        ) : layout ? (
          <div className="gh-chart-drawing">
            <Plot
              ref={plot}
              data={figure.data}
              layout={layout}
              language={language}
              onRelayout={(range) => {
                setPointed(undefined);
                onRelayout?.(range);
              }}
              onPoint={readout && setPointed}
            />
            {pointed && told && drawnSize && (
              <ReadoutBox readout={told} left={pointed.left + (told.wall - pointed.x) / pointed.perPixel} width={drawnSize.width} />
            )}
          </div>
        ) : (
          waiting
        )}
      </div>
      <figcaption className="gh-chart-summary">{summary}</figcaption>
    </figure>
  );
}
