import type { CSSProperties } from "react";
import type { Readout } from "./figure.ts";

interface ReadoutBoxProps {
  readout: Readout;
  /** px from the left of the drawing, which is `width` wide. */
  left: number;
  width: number;
}

const distance = 12;

/** Every series at the instant that the pointer is at, beside a line through it. The table of the numbers says it to who cannot point. */
export function ReadoutBox({ readout: { time, rows }, left, width }: ReadoutBoxProps) {
  const place: CSSProperties =
    left > width / 2 ? { marginLeft: "auto", marginRight: width - left + distance } : { marginLeft: left + distance };
  return (
    <div className="gh-chart-readout" aria-hidden>
      <div className="gh-chart-pointed" style={{ left }} />
      <div className="gh-chart-told" style={place}>
        <div className="gh-chart-time">{time}</div>
        {rows.map(({ key, name, color, text, since }) => (
          <div key={key} className="gh-chart-row">
            <span className="gh-chart-swatch" style={{ background: color }} />
            <span className="gh-chart-name">{name}</span>
            <span className="gh-chart-value">
              {text}
              {since && <small>{since}</small>}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
