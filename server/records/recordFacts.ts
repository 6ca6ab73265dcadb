import type { Resource } from "#contract/kit/call.ts";
import { alarmLog, alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmMask } from "#contract/resources/alarmMask.ts";
import { company } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import { terminalUser } from "#contract/resources/relations.ts";
import { sample } from "#contract/resources/sample.ts";
import { user } from "#contract/resources/user.ts";
import { alarmContactKind, alarmGroupKind } from "#server/catalog/alarmGroups.ts";
import { alarmTypeKind } from "#server/catalog/alarmTypes.ts";
import { appCommandKind } from "#server/catalog/appCommands.ts";
import { appRecipeKind } from "#server/catalog/appRecipes.ts";
import { companyGroupKind } from "#server/catalog/companyGroups.ts";
import { companyWeixinKind } from "#server/catalog/companyWeixin.ts";
import { devicePanelKind } from "#server/catalog/devicePanels.ts";
import { deviceTemplateKind } from "#server/catalog/deviceTemplates.ts";
import { iconGroupKind } from "#server/catalog/iconGroups.ts";
import { modelKind } from "#server/catalog/models.ts";
import { orderKind } from "#server/catalog/orders.ts";
import { panelCommandKind } from "#server/catalog/panelCommands.ts";
import { parameterKind } from "#server/catalog/parameters.ts";
import { pointCategoryKind } from "#server/catalog/pointCategories.ts";
import { recipeKind } from "#server/catalog/recipes.ts";
import { ruleTemplateKind } from "#server/catalog/ruleTemplates.ts";
import { typeKind } from "#server/catalog/types.ts";
import { unitKind } from "#server/catalog/units.ts";
import type { Database } from "#server/db/schema.ts";
import { roleKind } from "#server/people/roles.ts";
import { plainKinds } from "./plainKinds.ts";
import type { RecordKind, RecordTable } from "./recordKind.ts";

type Column<T extends keyof Database> = keyof Database[T] & string;

interface FactsOf<T extends keyof Database> {
  readonly resource: Resource;
  readonly table: T;
  /** The column that a record is called by. */
  readonly called?: Column<T>;
  /** The column of whose it is: an organisation, or one user. */
  readonly owner: Extract<Column<T>, "company_id" | "user_id" | "id">;
  /** Organisations below the owner see and use them. */
  readonly shared?: true;
  /** An organisation that has any is not deleted; otherwise they go with it. */
  readonly keepsOrganisation?: true;
}
/** What has to be known of a resource's records beside its calls: how the log names them, whose they are, what becomes of them. */
export type RecordFacts = { [T in keyof Database]: FactsOf<T> }[keyof Database];

const facts = <T extends keyof Database>(given: FactsOf<T>): FactsOf<T> => given;

type OfKind = Pick<RecordKind, "reach"> & { readonly resource: Resource; readonly table: RecordTable };

/** Of a kind of record: the rest follows from it. */
const kept = ({ resource, table, reach }: OfKind, more: Pick<RecordFacts, "keepsOrganisation"> = {}): RecordFacts =>
  ({
    ...{ resource, table, called: "name" },
    owner: reach === "own" ? "user_id" : "company_id",
    ...(reach === "shared" ? { shared: true } : {}),
    ...more,
  }) as RecordFacts;

/** Every resource whose records are an organisation's or a user's. */
export const recordFacts: readonly RecordFacts[] = [
  facts({ resource: company, table: "company", called: "name", owner: "id", keepsOrganisation: true }),
  facts({ resource: user, table: "user", called: "account", owner: "company_id", keepsOrganisation: true }),
  facts({ resource: terminalUser, table: "user", called: "account", owner: "company_id" }),
  kept(roleKind),
  facts({ resource: device, table: "device", called: "name", owner: "company_id", keepsOrganisation: true }),
  kept(recipeKind, { keepsOrganisation: true }),
  facts({ resource: alarmTrigger, table: "alarm_trigger", called: "name", owner: "company_id", keepsOrganisation: true }),
  facts({ resource: alarmMask, table: "alarm_mask", called: "reason", owner: "company_id" }),
  kept(alarmTypeKind),
  kept(companyWeixinKind),
  kept(alarmGroupKind),
  kept(alarmContactKind),
  kept(ruleTemplateKind, { keepsOrganisation: true }),
  kept(deviceTemplateKind, { keepsOrganisation: true }),
  kept(appRecipeKind),
  kept(appCommandKind),
  kept(parameterKind),
  kept(devicePanelKind, { keepsOrganisation: true }),
  kept(panelCommandKind),
  facts({ resource: alarmLog, table: "alarm_log", owner: "company_id" }),
  facts({ resource: sample, table: "sample_user", called: "name", owner: "company_id" }),
  ...[typeKind, modelKind, unitKind, iconGroupKind, pointCategoryKind, orderKind, companyGroupKind, ...plainKinds].map((kind) =>
    kept(kind),
  ),
];
