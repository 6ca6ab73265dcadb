import { Callout, Spinner } from "@blueprintjs/core";
import { useEffect, useState } from "react";
import { useIntl } from "react-intl";

const patienceMs = 1500;

/** Says that it takes long once it does. */
export function LongWait({ waiting }: { waiting: boolean }) {
  const intl = useIntl();
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setLong(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [waiting]);
  return (
    <div role="status" className="gh-long-wait">
      {waiting && long && (
        <Callout compact intent="primary" icon={<Spinner size={16} />}>
          {intl.formatMessage({ id: "history.patience" })}
        </Callout>
      )}
    </div>
  );
}
