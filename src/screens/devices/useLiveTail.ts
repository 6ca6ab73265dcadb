import { useEffect, useRef, useState } from "react";
import type { LiveValues } from "#src/app/realtime/useDeviceValues.ts";
import { addSample, type Sample } from "./liveCurve.ts";

type Tails = ReadonlyMap<string, readonly Sample[]>;

const noTails: Tails = new Map();
const mostSamples = 4000;
const redrawMs = 1000;

/** What has come by realtime since `since`, reading by reading, for the keys given; it changes once a second at most. */
export const useLiveTail = (live: LiveValues, keys: readonly string[], since: number): Tails => {
  const gathered = useRef({ since, tails: noTails });
  const [shown, setShown] = useState({ since, tails: noTails });
  const wanted = keys.join(",");
  useEffect(() => {
    const old = gathered.current.since === since ? gathered.current.tails : noTails;
    const tails = new Map(old);
    for (const key of wanted === "" ? [] : wanted.split(",")) {
      const sample = live.get(key);
      if (sample) tails.set(key, addSample(old.get(key) ?? [], sample, mostSamples));
    }
    gathered.current = { since, tails };
  }, [live, wanted, since]);
  useEffect(() => {
    const timer = setInterval(() => setShown(gathered.current), redrawMs);
    return () => clearInterval(timer);
  }, []);
  return shown.since === since ? shown.tails : noTails;
};
