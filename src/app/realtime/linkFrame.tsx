import { useSelector } from "@xstate/react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { lostSinceOf } from "#machines/realtimeLink.ts";
import { LostLinkContext } from "#src/kit/value/lostLink.ts";
import { useNow } from "#src/kit/value/useNow.ts";
import { Announcements } from "./announcements.tsx";
import "./linkFrame.css";
import { useRealtimeLink } from "./realtimeContext.ts";

/** A link that is back at once is not worth a word. */
const graceMs = 1_000;
const tickMs = 5_000;

const useLostSince = (): number | undefined => {
  const since = useSelector(useRealtimeLink(), lostSinceOf);
  const [told, setTold] = useState<number>();
  useEffect(() => {
    if (since === undefined) return undefined;
    const timer = setTimeout(() => setTold(since), graceMs);
    return () => {
      clearTimeout(timer);
      setTold(undefined);
    };
  }, [since]);
  return told;
};

/** The page under what it has to say of itself. While the link is down every state and value on it is dimmed and says how old it is. */
export function LinkFrame({ children }: { children: ReactNode }) {
  const since = useLostSince();
  const now = useNow(tickMs);
  const lost = useMemo(() => (since === undefined ? undefined : { since, now: Math.max(since, now) }), [since, now]);
  return (
    <LostLinkContext value={lost}>
      <div className={lost ? "gh-frame gh-lost" : "gh-frame"}>
        <Announcements lostSince={since} />
        <div className="gh-frame-page">{children}</div>
      </div>
    </LostLinkContext>
  );
}
