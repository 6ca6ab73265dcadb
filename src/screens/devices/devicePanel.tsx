import { type ReactNode, useId } from "react";
import { useIntl } from "react-intl";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useFailure } from "#src/kit/screen/useFailure.ts";

interface DevicePanelProps {
  /** Its title is `device.panel.<name>`, its empty state `device.panel.<name>.none`. */
  name: string;
  read: Parameters<typeof useFailure>[0];
  /** How many rows there are, undefined while that is unknown. */
  rows: number | undefined;
  tools?: ReactNode;
  children: ReactNode;
}

/** A titled list below a device, with its own empty, waiting and failed state. */
export function DevicePanel({ name, read, rows, tools, children }: DevicePanelProps) {
  const intl = useIntl();
  const id = useId();
  const failure = useFailure(read);
  return (
    <section className="gh-panel" aria-labelledby={id}>
      <div className="gh-panel-head">
        <h2 id={id}>{intl.formatMessage({ id: `device.panel.${name}` })}</h2>
        {tools}
      </div>
      {failure !== undefined ? (
        <FailedRead error={failure} onRetry={() => void read.refetch()} />
      ) : rows === 0 ? (
        <p className="gh-device-nothing">{intl.formatMessage({ id: `device.panel.${name}.none` })}</p>
      ) : (
        children
      )}
    </section>
  );
}
