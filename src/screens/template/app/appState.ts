import type { IntlShape } from "react-intl";

/** Whether end users are held to an app recipe. */
export const appStateText = (intl: IntlShape, enabled: boolean): string =>
  intl.formatMessage({ id: `appRecipes.state.${enabled ? "enabled" : "disabled"}` });
