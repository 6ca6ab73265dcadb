import type { IntlShape } from "react-intl";
import type { ConfirmOptions } from "#src/kit/feedback/feedback.ts";
import type { Write } from "#src/kit/screen/rowsSource.ts";
import type { ScreenTools } from "#src/kit/screen/screenDefinition.ts";
import { listText, textLines } from "#src/kit/value/listText.ts";

/** What is asked before anybody is signed out. */
export const signOutQuestion = (intl: IntlShape, kind: "users" | "companies", names: readonly string[], share = ""): ConfirmOptions => ({
  kind: "danger",
  question: intl.formatMessage({ id: `people.confirm.${kind}` }, { count: names.length }),
  action: intl.formatMessage({ id: "people.confirm.action" }),
  detail: textLines(share, listText(intl, names)),
});

/** Deactivates rows of a list, once that was confirmed. */
export const deactivates =
  <Row>(kind: "users" | "companies", write: Write<readonly Row[]>, nameOf: (row: Row) => string) =>
  (rows: readonly Row[], tools: ScreenTools<Row>, share = ""): Promise<boolean> =>
    tools.sendConfirmed(signOutQuestion(tools.intl, kind, rows.map(nameOf), share), write, rows, "people.disabled");
