import { useCallback, useEffect, useMemo, useState } from "react";
import type { Rows } from "#src/kit/sheet/sheetRows.ts";
import type { PointNames } from "./pointCells.ts";
import { type JudgedPoint, openJudge } from "./pointFaults.ts";

/** More new rows than these are judged behind the frame that shows them, a few milliseconds at a time. */
const atOnce = 100;
const portionMs = 6;

interface Judged {
  /** Of the rows as they were, as long as many new ones are being judged. */
  readonly judged: ReadonlyMap<string, JudgedPoint>;
  /** The judgement of the rows as they are, now. */
  settle(): ReadonlyMap<string, JudgedPoint>;
}

/** What is wrong with the rows of a sheet. */
export const useJudged = (names: PointNames, rows: Rows): Judged => {
  const judge = useMemo(() => openJudge(names), [names]);
  const unknown = useMemo(() => judge.unknown(rows), [judge, rows]);
  const [ready, setReady] = useState<Rows>();
  const waits = unknown.length > atOnce && ready !== rows;
  useEffect(() => {
    if (!waits) return undefined;
    let at = 0;
    let timer = 0;
    const portion = () => {
      const until = performance.now() + portionMs;
      for (; at < unknown.length && performance.now() < until; at += 1) {
        const row = unknown[at];
        if (row) judge.prepare(row);
      }
      if (at < unknown.length) timer = window.setTimeout(portion);
      else setReady(rows);
    };
    timer = window.setTimeout(portion);
    return () => window.clearTimeout(timer);
  }, [waits, judge, unknown, rows]);
  const judged = useMemo(() => (waits ? judge.latest() : judge.all(rows)), [waits, judge, rows]);
  const settle = useCallback(() => {
    setReady(rows);
    return judge.all(rows);
  }, [judge, rows]);
  return { judged, settle };
};
