import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { Call } from "#contract/kit/call.ts";
import { ViewLink } from "#src/kit/view/viewLink.tsx";
import type { FleetFigure } from "./fleetFigures.ts";
import "./home.css";

interface FigureProps {
  figure: FleetFigure;
  /** The list that it counts, and the call that the list is opened for. */
  call: Call;
  to: string;
  children: ReactNode;
  raised?: boolean;
  /** What it is made of, beneath it. */
  note?: string | undefined;
}

/** A number, and the list that has exactly what it counts. */
export function Figure({ figure, call, to, children, raised = false, note }: FigureProps) {
  const intl = useIntl();
  const shown = figure.failed || figure.count === undefined ? "–" : intl.formatNumber(figure.count);
  return (
    <ViewLink className={raised && (figure.count ?? 0) > 0 ? "gh-figure gh-figure-raised" : "gh-figure"} call={call} to={to}>
      <span className="gh-figure-label">{children}</span>
      <span className="gh-figure-count" title={figure.failed ? intl.formatMessage({ id: "home.failed" }) : undefined}>
        {shown}
      </span>
      {note !== undefined && <span className="gh-figure-note">{note}</span>}
    </ViewLink>
  );
}
