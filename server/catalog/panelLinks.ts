import { type SqlBool, sql } from "kysely";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import type { deviceTemplateUiCompany } from "#contract/resources/deviceTemplateUiCompany.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { HandlerContext } from "#server/kit/implement.ts";
import { newId } from "#server/kit/newId.ts";
import { containsFolded, listOf, pageOf } from "#server/kit/page.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { companiesOf, narrowedTo } from "#server/kit/scope.ts";
import { changeOf, creationOf } from "#server/log/changeOf.ts";
import { sortingOf } from "#server/records/sorting.ts";
import { mayChange } from "#server/records/usable.ts";
import { devicePanels } from "./devicePanels.ts";

type Calls = typeof deviceTemplateUiCompany.calls;

const columns = {
  uiName: "ui.name",
  deviceTemplateName: "device_template.name",
  linkedName: "company.name",
  createdAt: "link.created_at",
} as const;

/** Links of the organisations that the caller sees. */
const seenLinks = (db: Db, caller: Pick<Caller, "companyPath">) =>
  db
    .selectFrom("device_template_ui_company as link")
    .innerJoin("device_template_ui as ui", "ui.id", "link.ui_id")
    .innerJoin("device_template", "device_template.id", "ui.device_template_id")
    .innerJoin("company", "company.id", "link.company_id")
    .innerJoin("company as owner", "owner.id", "ui.company_id")
    .where("link.company_id", "in", companiesOf(db, caller));

export const listPanelLinks = async (db: Db, caller: Caller, request: RequestOf<Calls["query"]>): Promise<ResponseOf<Calls["query"]>> => {
  const { field, order } = sortingOf(request, { field: "uiName", order: "asc" });
  const search = request.search ?? "";
  const found = seenLinks(db, await narrowedTo(db, caller, request.companyId))
    .$if(Boolean(request.uiId), (query) => query.where("link.ui_id", "=", request.uiId ?? ""))
    .$if(search !== "", (query) =>
      query.where(
        sql<SqlBool>`(${containsFolded(sql.ref<string>("ui.name"), search)} or ${containsFolded(sql.ref<string>("company.name"), search)})`,
      ),
    );
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, Number(total));
  const rows = await found
    .select(["link.id", "link.ui_id", "ui.name as uiName", "device_template.name as deviceTemplateName", "link.company_id"])
    .select(["company.name as linkedName", "owner.name as ownerName", "owner.path as ownerPath", "link.created_at"])
    .orderBy(columns[field], order)
    .orderBy("link.id")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const list = rows.map(({ ui_id, company_id, ownerPath, created_at, ...row }) => ({
    ...{ ...row, uiId: ui_id, companyId: company_id },
    ...{ changeable: mayChange(caller, ownerPath), createdAt: new Date(created_at).toISOString() },
  }));
  return listOf(list, Number(total), pageNo, request);
};

/** Shows a panel on the devices of an organisation below its own. */
export const linkPanel = (
  { uiId, companyId }: RequestOf<Calls["post"]>,
  { services, caller, at, trace }: HandlerContext,
): Promise<{ id: string }> =>
  services.db.transaction().execute(async (db) => {
    const panel = await devicePanels.toChange(db, caller, uiId);
    const company = await db
      .selectFrom("company")
      .select("path")
      .where("id", "=", companyId)
      .where("id", "in", companiesOf(db, caller))
      .executeTakeFirst();
    if (!company) throw fieldProblem("companyId", "rule.invalid");
    if (companyId === panel.company_id || !company.path.startsWith(panel.path)) throw fieldProblem("companyId", "rule.panel.below");
    const link = await db
      .selectFrom("device_template_ui_company")
      .select("id")
      .where("ui_id", "=", uiId)
      .where("company_id", "=", companyId)
      .executeTakeFirst();
    if (link) throw new Problem("panelLinked");
    const id = newId(at);
    await db.insertInto("device_template_ui_company").values({ id, ui_id: uiId, company_id: companyId, created_at: at }).execute();
    trace.change = creationOf(id, { uiId, companyId });
    return { id };
  });

/** All of them, or none. */
export const unlinkPanels = (asked: readonly string[], { services, caller, trace }: HandlerContext): Promise<{ removed: number }> =>
  services.db.transaction().execute(async (db) => {
    const ids = [...new Set(asked)];
    const rows = await seenLinks(db, caller)
      .select(["link.id", "ui.name", "company.name as companyName", "owner.path"])
      .where("link.id", "in", ids)
      .execute();
    if (rows.length < ids.length) throw new Problem("notFound");
    if (rows.some(({ path }) => !mayChange(caller, path))) throw new Problem("forbidden");
    await db.deleteFrom("device_template_ui_company").where("id", "in", ids).execute();
    trace.change = changeOf(Object.fromEntries(rows.map(({ id, name, companyName }) => [id, `${name} ${companyName}`])), {});
    return { removed: ids.length };
  });
