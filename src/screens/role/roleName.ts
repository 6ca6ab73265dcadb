import type { IntlShape } from "react-intl";
import { builtinRoleNames } from "#contract/resources/role.ts";
import { builtinText } from "#src/kit/value/builtinText.ts";

/** The name of a role; one that the product brings, and that nobody renamed, in the reader's language. */
export const roleName = ({ id, name }: { id: string; name: string }, intl: IntlShape): string =>
  builtinText(builtinRoleNames, id, name, intl);
