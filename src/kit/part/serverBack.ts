import { useEffect, useRef } from "react";
import { pageOfServer } from "./consolePage.ts";

const askEveryMs = 3_000;

const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** The server answers again: whoever waits for it goes on. */
export const serverIsBack = (): void => {
  clearTimeout(timer);
  timer = undefined;
  const told = [...waiting];
  waiting.clear();
  for (const tell of told) tell();
};

const ask = async (): Promise<void> => {
  if ((await pageOfServer()) !== undefined) serverIsBack();
  else if (waiting.size > 0) timer = setTimeout(ask, askEveryMs);
};

/** Calls `back` once, when the server answers again: the realtime link tells of it, or one of the questions that are asked meanwhile. */
export const onServerBack = (back: () => void): (() => void) => {
  const tell = () => back();
  waiting.add(tell);
  timer ??= setTimeout(ask, askEveryMs);
  return () => {
    waiting.delete(tell);
    if (waiting.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
};

/** While `missed`, waits for the server and has `again` done when it is back. */
export const useServerBack = (missed: boolean, again: () => unknown): void => {
  const latest = useRef(again);
  useEffect(() => {
    latest.current = again;
  }, [again]);
  useEffect(() => {
    if (!missed) return undefined;
    let stop: () => void;
    const wait = () => {
      stop = onServerBack(() => {
        latest.current();
        // Still here after that: it failed again.
        wait();
      });
    };
    wait();
    return () => stop();
  }, [missed]);
};
