import "./nodeGlobal.ts";
import type { Data, Layout, LayoutAxis } from "plotly.js";
import bar from "plotly.js/lib/bar";
import Plotly from "plotly.js/lib/core";
import heatmap from "plotly.js/lib/heatmap";
import zhCn from "plotly.js/lib/locales/zh-cn";
import pie from "plotly.js/lib/pie";
import { type Ref, useImperativeHandle, useMemo, useRef, useState } from "react";
import createPlot from "react-plotly.js/factory";
import type { Language } from "#contract/messages.ts";

Plotly.register([bar, pie, heatmap, zhCn]);
const Drawing = createPlot(Plotly);

export interface PlotHandle {
  /** Above 1 shows less of the time or category axis, below 1 more. */
  zoom(factor: number): void;
  /** Moves by a share of what is shown. */
  pan(share: number): void;
  reset(): void;
}

/** Bounds of the x axis that a person chose, as the axis counts (local milliseconds on a date axis); undefined: all of it. */
export type ShownRange = readonly [number, number] | undefined;

/** Where the pointer is, as the x axis counts and in px from the left of the drawing. */
export interface Pointed {
  x: number;
  left: number;
  /** What one px is worth on the x axis. */
  perPixel: number;
  /** Groups that the legend has taken out. */
  hidden: ReadonlySet<string>;
}

interface PlotProps {
  ref: Ref<PlotHandle>;
  data: readonly Data[];
  layout: Partial<Layout>;
  language: Language;
  onRelayout?: ((range: ShownRange) => void) | undefined;
  onPoint?: ((pointed: Pointed | undefined) => void) | undefined;
}

const axisNumber = (bound: unknown): number => (typeof bound === "string" ? Date.parse(`${bound.replace(" ", "T")}Z`) : Number(bound));

const xAxisOf = (drawing: HTMLElement): object | undefined => {
  const layout: unknown = Reflect.get(drawing, "layout");
  const axis: unknown = typeof layout === "object" && layout !== null ? Reflect.get(layout, "xaxis") : undefined;
  return typeof axis === "object" && axis !== null ? axis : undefined;
};

const boundsOf = (drawing: HTMLElement): readonly [number, number] | undefined => {
  const axis = xAxisOf(drawing);
  const range: unknown = axis && Reflect.get(axis, "range");
  if (!Array.isArray(range)) return undefined;
  const [from, to] = range.map(axisNumber);
  return from !== undefined && to !== undefined && Number.isFinite(from) && Number.isFinite(to) ? [from, to] : undefined;
};

const hiddenGroups = (drawing: HTMLElement): ReadonlySet<string> => {
  const traces: unknown = Reflect.get(drawing, "data");
  const hidden = (Array.isArray(traces) ? (traces as Data[]) : []).filter((trace) => Reflect.get(trace, "visible") === "legendonly");
  return new Set(hidden.map((trace) => String(Reflect.get(trace, "legendgroup"))));
};

const pointedAt = (drawing: HTMLElement, event: { xvals?: unknown; xPixel?: unknown; xaxes?: unknown }): Pointed | undefined => {
  const [value] = Array.isArray(event.xvals) ? event.xvals : [];
  const left = Number(event.xPixel);
  const range = boundsOf(drawing);
  const [axis] = Array.isArray(event.xaxes) ? event.xaxes : [];
  const length: unknown = typeof axis === "object" && axis !== null ? Reflect.get(axis, "_length") : undefined;
  const x = axisNumber(value);
  if (!range || !Number.isFinite(x) || !Number.isFinite(left) || typeof length !== "number") return undefined;
  return { x, left, perPixel: (range[1] - range[0]) / length, hidden: hiddenGroups(drawing) };
};

const moved = (event: unknown): "no" | "range" | "reset" => {
  const names = typeof event === "object" && event !== null ? Object.keys(event) : [];
  if (names.some((name) => name.startsWith("xaxis.range"))) return "range";
  return names.includes("xaxis.autorange") ? "reset" : "no";
};

/** A date axis wants its local times as text: numbers would be taken for the browser's own zone. */
const shownAs = (layout: Partial<Layout>, [from, to]: readonly [number, number]): [string, string] | [number, number] => {
  const time = (wall: number): string => new Date(wall).toISOString().slice(0, 23).replace("T", " ");
  return layout.xaxis?.type === "date" ? [time(from), time(to)] : [from, to];
};

/** The drawing itself; everything of plotly stands behind this module, so that it loads only where a chart is shown. */
export function Plot({ ref, data, layout, language, onRelayout, onPoint }: PlotProps) {
  const drawing = useRef<HTMLDivElement>(null);
  const start: unknown = layout.xaxis?.range;
  const revision: unknown = layout.uirevision;
  // Plotly keeps a zoom over new data only when it was dragged; one made by keys and buttons is kept here.
  const [kept, setKept] = useState<{ revision: unknown; range: ShownRange }>();
  const range = kept?.revision === revision ? kept?.range : undefined;
  // Plotly writes what is shown into the layout that it is given.
  const drawn = useMemo(() => {
    const own = structuredClone(layout);
    return range ? { ...own, xaxis: { ...own.xaxis, range: shownAs(layout, range), autorange: false as const } } : own;
  }, [layout, range]);
  const handle = useMemo((): PlotHandle => {
    const show = (range: readonly [number, number]) => {
      const element = drawing.current;
      if (element) void Plotly.relayout(element, { "xaxis.range": shownAs(layout, range) } as Partial<Layout>);
    };
    const bounds = () => (drawing.current ? boundsOf(drawing.current) : undefined);
    return {
      zoom(factor) {
        const shown = bounds();
        if (!shown) return;
        const middle = (shown[0] + shown[1]) / 2;
        const half = (shown[1] - shown[0]) / 2 / factor;
        show([middle - half, middle + half]);
      },
      pan(share) {
        const shown = bounds();
        if (!shown) return;
        const step = (shown[1] - shown[0]) * share;
        show([shown[0] + step, shown[1] + step]);
      },
      reset() {
        const element = drawing.current;
        if (!element) return;
        const whole = Array.isArray(start) ? { "xaxis.range": [...start] } : { "xaxis.autorange": true };
        const axes = Object.entries(layout).filter(([name]) => /^yaxis\d*$/.test(name));
        const heights = Object.fromEntries(
          axes.map(([name, axis]: [string, Partial<LayoutAxis>]) =>
            Array.isArray(axis.range) ? [`${name}.range`, [...axis.range]] : [`${name}.autorange`, true],
          ),
        );
        void Plotly.relayout(element, { ...whole, ...heights } as Partial<Layout>);
      },
    };
  }, [layout, start]);
  useImperativeHandle(ref, () => handle, [handle]);
  return (
    <Drawing
      ref={drawing}
      data={[...data]}
      layout={drawn}
      config={{
        displayModeBar: false,
        displaylogo: false,
        showTips: false,
        doubleClick: false,
        locale: language === "zh" ? "zh-CN" : "en",
      }}
      onDoubleClick={handle.reset}
      {...(onPoint
        ? {
            onHover: (event: object) => onPoint(drawing.current ? pointedAt(drawing.current, event) : undefined),
            onUnhover: () => onPoint(undefined),
          }
        : {})}
      onRelayout={(event: unknown) => {
        const element = drawing.current;
        const kind = moved(event);
        if (!element || kind === "no") return;
        const shown = kind === "range" ? boundsOf(element) : undefined;
        const whole = Array.isArray(start) && shown && start.every((bound, place) => Math.abs(axisNumber(bound) - (shown[place] ?? 0)) < 1);
        const next = whole ? undefined : shown;
        setKept({ revision, range: next });
        onRelayout?.(next);
      }}
    />
  );
}
