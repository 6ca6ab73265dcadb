import type { IntlShape } from "react-intl";
import type { Confirm } from "#src/kit/feedback/feedback.ts";
import type { Write } from "#src/kit/screen/rowsSource.ts";
import type { ScreenTools } from "#src/kit/screen/screenDefinition.ts";

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

/** Deactivates rows of a list, once that was confirmed. */
export const deactivates =
  <Row>(kind: "users" | "companies", write: Write<readonly Row[]>, nameOf: (row: Row) => string) =>
  async (rows: readonly Row[], tools: ScreenTools<Row>): Promise<boolean> =>
    (await maySignOut(tools, kind, rows.map(nameOf))) && tools.send(write, rows, "people.disabled");
