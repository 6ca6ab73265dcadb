import type { Selectable } from "kysely";
import type { z } from "zod";
import type { PlainRecord } from "#contract/kit/plainRecord.ts";
import { records } from "#contract/records.ts";
import { deviceGroup } from "#contract/resources/deviceGroup.ts";
import { seenMembers } from "#server/catalog/groupedDevices.ts";
import type { Database } from "#server/db/schema.ts";
import type { Camel, ReachOf, RecordKind, RecordTable, Use } from "./recordKind.ts";

type KeptFields<T extends RecordTable> = { [C in keyof Selectable<Database[T]> & string as Camel<C>]: Selectable<Database[T]>[C] };
type ToldFields<R extends PlainRecord> = { [F in keyof R["record"]["fields"]]: z.output<R["record"]["fields"][F]["told"]> };

/** A plain record's table is called as its resource is, is as much its owner's, and has a column for each of its fields. */
type Fitting<R extends PlainRecord> = R["name"] extends RecordTable
  ? R["record"]["reach"] extends ReachOf<R["name"]>
    ? KeptFields<R["name"]> extends ToldFields<R>
      ? R
      : never
    : never
  : never;

type AllFitting<All extends readonly PlainRecord[]> = { readonly [At in keyof All]: Fitting<All[At]> };

const fitting: AllFitting<typeof records> = records;

/** What is counted of other tables, by the record and the field that tells it. */
const counted: Readonly<Record<string, Readonly<Record<string, Use>>>> = {
  [deviceGroup.name]: { devices: { table: "device_group_member", column: "group_id", seen: seenMembers } },
};

/** Of one alone. That its fields are columns of its table is told by `fitting` above, of each: of any one of them the compiler cannot see it. */
export const kindOf = (resource: PlainRecord): RecordKind => {
  const { fields, reach, searched, sortable } = resource.record;
  return {
    ...{ resource, table: resource.name, reach, searched, fields: Object.keys(fields) },
    ...{ sorted: { field: sortable[0], order: "asc" }, related: counted[resource.name] ?? {} },
  } as unknown as RecordKind;
};

/** All that the kit is told of plain records, as they are declared. */
export const plainKinds: readonly RecordKind[] = fitting.map(kindOf);
