import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { ForeignText } from "#src/kit/value/foreignText.tsx";

/** One of the facts in the head of a device's page, called `device.fact.<name>`. */
export function Fact({ name, long = false, children }: { name: string; long?: boolean; children: ReactNode }) {
  const intl = useIntl();
  return (
    <div className={long ? "gh-fact gh-fact-long" : "gh-fact"}>
      <dt>{intl.formatMessage({ id: `device.fact.${name}` })}</dt>
      <dd>{typeof children === "string" ? <ForeignText text={children || "–"} /> : (children ?? "–")}</dd>
    </div>
  );
}
