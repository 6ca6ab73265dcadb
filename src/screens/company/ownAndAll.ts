import type { IntlShape } from "react-intl";

/** How many there are in an organisation itself and, where that is more, with all that is below it. */
export const ownAndAll = (intl: IntlShape, own: number, all: number): string =>
  own === all ? intl.formatNumber(own) : intl.formatMessage({ id: "companies.ownAndAll" }, { own, all });
