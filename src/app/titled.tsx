import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useWindowTitle } from "./windowTitle.ts";

/** A page without a session around it, with the message that names its window. */
export function Titled({ id, children }: { id: string; children: ReactNode }) {
  useWindowTitle(useIntl().formatMessage({ id }));
  return children;
}
