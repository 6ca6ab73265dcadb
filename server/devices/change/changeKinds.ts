import type { ChangeAction, ChangeKind } from "#contract/resources/deviceChange.ts";
import { command } from "./changeCommand.ts";
import { alarmNotice, renewal, template, type } from "./changeFields.ts";
import { groupChanges } from "./changeGroups.ts";
import type { ActionOf, ChangeOfDevices } from "./changeKind.ts";
import { removal, transfer } from "./changeMoves.ts";
import { deviceTemplate } from "./changeTemplate.ts";

const kinds: { readonly [K in ChangeKind]: ChangeOfDevices<ActionOf<K>> } = {
  ...groupChanges,
  ...{ template, deviceTemplate, type, alarmNotice, renew: renewal, transfer, delete: removal, command },
};

/** How this is done with devices. */
// Each kind takes its own actions alone, and is found by the kind of the action that it is given: the compiler cannot follow that.
export const changeOfDevices = ({ kind }: ChangeAction): ChangeOfDevices => kinds[kind] as unknown as ChangeOfDevices;
