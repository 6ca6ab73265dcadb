import type { IntlShape } from "react-intl";
import { shownText } from "./shownText.ts";

/** Names a control that stands in every row after its row's record: among a list of controls they could not be told apart. */
export const controlName = (intl: IntlShape, control: string, record: string): string =>
  intl.formatMessage({ id: "table.control" }, { control, record: shownText(record) });
