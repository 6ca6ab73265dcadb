import { useCallback, useEffect, useRef, useState } from "react";
import type { TableLayout } from "#src/kit/table/tableLayout.ts";
import { userTempDataCalls } from "#store/handles/userTempData.ts";

const settleMs = 600;

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === "string");
const isWidths = (value: unknown): value is Record<string, number> =>
  typeof value === "object" && value !== null && Object.values(value).every((width) => Number.isFinite(width));

/** A layout that was kept, or undefined when the text is none. */
export const parseLayout = (text: string): TableLayout | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { order, hidden, widths, pinned } = value as Partial<Record<keyof TableLayout, unknown>>;
  if (!isTexts(order) || !isTexts(hidden) || !isWidths(widths) || typeof pinned !== "number" || !Number.isInteger(pinned)) return undefined;
  return { order, hidden, widths, pinned: Math.max(0, pinned) };
};

/** The user's own arrangement of a table's columns, kept by the server under `table:<route>`. */
export const useSavedLayout = (route: string): { layout: TableLayout | undefined; onLayout(layout: TableLayout): void } => {
  const key = `table:${route}`;
  const { data } = userTempDataCalls.query.useQuery({ key });
  const [post] = userTempDataCalls.post.useMutation();
  const [changed, setChanged] = useState<TableLayout>();
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; send(): void }>(undefined);
  const onLayout = useCallback(
    (layout: TableLayout) => {
      setChanged(layout);
      clearTimeout(waiting.current?.timer);
      const send = () => {
        waiting.current = undefined;
        void post({ key, value: JSON.stringify(layout) });
      };
      waiting.current = { timer: setTimeout(send, settleMs), send };
    },
    [key, post],
  );
  useEffect(
    () => () => {
      clearTimeout(waiting.current?.timer);
      waiting.current?.send();
    },
    [],
  );
  const kept = data?.list.find((entry) => entry.key === key);
  return { layout: changed ?? (kept ? parseLayout(kept.value) : undefined), onLayout };
};
