import { useEffect, useState } from "react";
import { serverNow } from "#store/serverClock.ts";

/** The time now, anew after every `everyMs` while the caller is shown. */
export const useNow = (everyMs: number): number => {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
};
