import { useSelector } from "@xstate/react";
import { useIntl } from "react-intl";
import { linkStateOf } from "#machines/realtimeLink.ts";
import { useRealtimeLink } from "./realtimeContext.ts";

/** Whether what is on the page is live: a word and a dot in the header. */
export function LinkStatus() {
  const intl = useIntl();
  const state = useSelector(useRealtimeLink(), linkStateOf);
  const text = intl.formatMessage({ id: `link.${state}` });
  return (
    <span className={`gh-link gh-link-${state}`} role="status" title={text}>
      <span className="gh-link-dot" aria-hidden />
      <span className="gh-link-word">{text}</span>
    </span>
  );
}
