import type { IntlShape } from "react-intl";
import { builtinRoleNames } from "#contract/resources/role.ts";

const isBuiltin = (id: string): id is keyof typeof builtinRoleNames => Object.hasOwn(builtinRoleNames, id);

/** The name of a role; one that the product brings, and that nobody renamed, in the reader's language. */
export const roleName = ({ id, name }: { id: string; name: string }, intl: IntlShape): string => {
  if (!isBuiltin(id) || name !== builtinRoleNames[id].zh) return name;
  return builtinRoleNames[id][intl.locale.startsWith("en") ? "en" : "zh"];
};
