import { dict } from "#contract/resources/dict.ts";
import { requirePlatform } from "#server/people/platform.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";

/** Entries of the dictionary that the product reads by their ids. */
const isBuiltin = (id: string): boolean => id.startsWith("sys-conf-");

/** The product's own entries keep the name and value by which it reads them. */
export const dictKind: RecordKind<typeof dict, "dict"> = {
  resource: dict,
  table: "dict",
  reach: "everybody",
  fields: ["name", "value", "remark", "priority"],
  distinct: ["name", "value"],
  searched: ["name", "value", "remark"],
  filters: { name: "is" },
  sorted: { field: "name", order: "asc" },
  ties: ["priority"],
  related: {},
  builtin: { is: isBuiltin, keeps: ["name", "value"] },
  called: ({ value }) => value,
  gone: ({ name, value, remark }) => [`${name}/${value}`, remark],
  undated: true,
  admit: requirePlatform,
};

export const dictionary = keepRecords(dictKind);
