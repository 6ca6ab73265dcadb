const radius = 42;
const length = Math.PI * radius;
const arc = `M ${50 - radius} 50 A ${radius} ${radius} 0 0 1 ${50 + radius} 50`;

interface GaugeProps {
  /** Nothing where there is no number. */
  value: number | undefined;
  min: number;
  max: number;
  stale: boolean;
}

/** Which share of its scale a value is at: a half circle that is filled from the left. What it says is written beside it. */
export function Gauge({ value, min, max, stale }: GaugeProps) {
  const span = max - min;
  const share = value === undefined || span <= 0 ? 0 : Math.min(1, Math.max(0, (value - min) / span));
  return (
    <svg className={stale ? "gh-gauge gh-gauge-stale" : "gh-gauge"} viewBox="0 0 100 54" aria-hidden="true">
      <path className="gh-gauge-scale" d={arc} />
      {share > 0 && <path className="gh-gauge-value" d={arc} strokeDasharray={`${share * length} ${length}`} />}
    </svg>
  );
}
