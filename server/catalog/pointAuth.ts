import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import type { Caller } from "#server/kit/caller.ts";
import { isConsumer } from "#server/kit/scope.ts";

const secret = 1;
const notForSubUsers = 2;
const editGrant = deviceDataRecipe.calls.put_body.path;

/**
 * Which points a caller sees, by their auth: public ones always; secret ones with the right to edit data points; those not open to
 * sub-users unless the caller is an end consumer (type 3) or an official-account user (type 4), who hold a device through somebody else.
 */
export const visibleAuths = (caller: Pick<Caller, "type" | "grants">): readonly number[] => [
  0,
  ...(caller.grants.has(editGrant) ? [secret] : []),
  ...(isConsumer(caller) ? [] : [notForSubUsers]),
];
