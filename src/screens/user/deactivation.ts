import type { IntlShape } from "react-intl";
import type { Confirm } from "#src/kit/feedback/feedback.ts";

/** Asks before anybody is signed out by it; answers whether it may go on. */
export const maySignOut = (
  { intl, confirm }: { intl: IntlShape; confirm: Confirm },
  kind: "users" | "companies",
  names: readonly string[],
): Promise<boolean> =>
  confirm({
    kind: "danger",
    question: intl.formatMessage({ id: `people.confirm.${kind}` }, { count: names.length }),
    action: intl.formatMessage({ id: "people.confirm.action" }),
    detail: names.join(", "),
  });
