import { z } from "zod";
import { deviceFilters } from "#contract/resources/device.ts";
import type { ChangeAction, ChangeKind } from "#contract/resources/deviceChange.ts";
import { typedFilters, writes } from "#src/kit/screen/rowsSource.ts";
import type { Matching } from "#src/kit/screen/screenDefinition.ts";
import { deviceChangeCalls } from "#store/handles/deviceChange.ts";

/** The devices that a change covers: some by their ids, or a whole filter as it stands in the address. */
export type Chosen = { readonly ids: readonly string[] } | Matching;

export const chosenCount = (chosen: Chosen): number => ("ids" in chosen ? chosen.ids.length : chosen.count);

const filters = z.object(deviceFilters);

/** What the call is asked with. */
export const changeRequest = (chosen: Chosen, action: ChangeAction) =>
  "ids" in chosen
    ? { ids: [...chosen.ids], action }
    : { filter: filters.parse(typedFilters(filters, chosen.filters)), count: chosen.count, action };

/** Begins the job that does this with the chosen devices. */
export const changeDevices = writes(deviceChangeCalls.post, ({ chosen, action }: { chosen: Chosen; action: ChangeAction }) =>
  changeRequest(chosen, action),
);

export const deleteMatching = writes(deviceChangeCalls.post, (matching: Matching) => changeRequest(matching, { kind: "delete" }));

/** What is filled in before devices are changed. */
export type AskedKind = Exclude<ChangeKind, "delete" | "deviceTemplate" | "joinCompany" | "leaveCompany">;
