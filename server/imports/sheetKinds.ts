import type { SheetKindName } from "#contract/resources/sheetImport.ts";
import { alarmTypeSheet } from "#server/catalog/alarmTypeImport.ts";
import { deviceSheet } from "#server/devices/deviceImport.ts";
import { snSheet } from "#server/devices/snImport.ts";
import type { Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";
import type { SheetKind } from "./sheetKind.ts";

/** What tables may bring. */
export const sheetKinds: Readonly<Record<SheetKindName, SheetKind>> = {
  devices: deviceSheet,
  sns: snSheet,
  alarmTypes: alarmTypeSheet,
};

/** The kind of the name; refused to whoever may not take tables of it over. */
export const grantedKind = (caller: Caller, name: SheetKindName): SheetKind => {
  const kind = sheetKinds[name];
  if (!caller.grants.has(kind.call.path)) throw new Problem("forbidden");
  return kind;
};
