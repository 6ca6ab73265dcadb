import { type ReactNode, useId } from "react";
import { useIntl } from "react-intl";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";

interface DevicePanelProps {
  /** Its title is `device.panel.<name>`, its empty state `device.panel.<name>.none`. */
  name: string;
  read: { error?: unknown; isFetching: boolean; refetch(): unknown };
  /** How many rows there are, undefined while that is unknown. */
  rows: number | undefined;
  tools?: ReactNode;
  children: ReactNode;
}

/** A titled list below a device, with its own empty, waiting and failed state. */
export function DevicePanel({ name, read, rows, tools, children }: DevicePanelProps) {
  const intl = useIntl();
  const id = useId();
  const failed = read.error !== undefined && !read.isFetching;
  return (
    <section className="gh-panel" aria-labelledby={id}>
      <div className="gh-panel-head">
        <h2 id={id}>{intl.formatMessage({ id: `device.panel.${name}` })}</h2>
        {tools}
      </div>
      {failed ? (
        <FailedRead error={read.error} onRetry={() => void read.refetch()} />
      ) : rows === 0 ? (
        <p className="gh-device-nothing">{intl.formatMessage({ id: `device.panel.${name}.none` })}</p>
      ) : (
        children
      )}
    </section>
  );
}
