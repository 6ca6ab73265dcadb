import { type SqlBool, sql } from "kysely";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmTriggerTemplate } from "#contract/resources/alarmTriggerTemplate.ts";
import { device } from "#contract/resources/device.ts";
import { deviceArgument } from "#contract/resources/deviceArgument.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceTemplate } from "#contract/resources/deviceTemplate.ts";
import { order } from "#contract/resources/order.ts";
import { companiesOf, seesAll } from "#server/kit/scope.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";
import { seesPoint } from "./pointAuth.ts";

/** Data templates; their points go with them. What the caller sees of them is counted: points by their auth, devices by organisation. */
export const recipeKind: RecordKind<typeof deviceDataRecipe, "recipe"> = {
  resource: deviceDataRecipe,
  table: "recipe",
  reach: "shared",
  fields: ["name", "description"],
  searched: [],
  filters: { name: "holds" },
  sorted: { field: "name", order: "asc" },
  ties: [],
  related: {
    points: { table: "point", column: "recipe_id", seen: (_, caller) => seesPoint(caller, sql.ref<string | null>("u.id")) },
    devices: {
      table: "slave",
      column: "recipe_id",
      of: "device_id",
      keeps: device.noun,
      seen: (db, caller) =>
        !seesAll(caller)
          ? sql<SqlBool>`u.device_id in ${db.selectFrom("device").select("id").where("company_id", "in", companiesOf(db, caller))}`
          : sql<SqlBool>`true`,
    },
  },
  keptBy: [
    { table: "alarm_trigger", column: "recipe_id", keeps: alarmTrigger.noun },
    { table: "alarm_trigger_template", column: "recipe_id", keeps: alarmTriggerTemplate.noun },
    { table: "device_template_slave", column: "recipe_id", of: "template_id", keeps: deviceTemplate.noun },
    { table: "saved_order", column: "recipe_id", keeps: order.noun },
    { table: "parameter_table", column: "recipe_id", keeps: deviceArgument.noun },
  ],
  ownerTold: true,
  changed: (ids) => ({ kind: "recipes", ids }),
};

export const recipes = keepRecords(recipeKind);
