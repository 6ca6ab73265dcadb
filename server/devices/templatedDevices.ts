import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf } from "#contract/kit/page.ts";
import type { deviceTemplate, TemplatedDevice } from "#contract/resources/deviceTemplate.ts";
import { deviceTemplates } from "#server/catalog/deviceTemplates.ts";
import { visiblePoints } from "#server/catalog/pointAuth.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { contains, listOf, pageOf, searchText } from "#server/kit/page.ts";
import { boundDevices, companiesOf, isConsumer, seesAll } from "#server/kit/scope.ts";
import { sortingOf } from "#server/records/sorting.ts";
import { differences, presetOf, type Templated, templatedOf } from "./fromTemplate.ts";

const sortColumns = { name: "device.name", sn: "device.sn", companyName: "company.name" } as const;

/** The devices that were made from a template the caller sees, each with what differs, rules about points that it does not see left out. */
export const listTemplatedDevices = async (
  db: Db,
  caller: Caller,
  request: RequestOf<typeof deviceTemplate.calls.query_device>,
): Promise<ListOf<TemplatedDevice>> => {
  const { id } = await deviceTemplates.toSee(db, caller, request.id);
  const preset = await presetOf(db, id);
  const { field, order } = sortingOf(request, { field: "name", order: "asc" });
  const matching = db
    .selectFrom("device")
    .innerJoin("company", "company.id", "device.company_id")
    .where("device.template_id", "=", id)
    .$if(!seesAll(caller), (query) => query.where("device.company_id", "in", companiesOf(db, caller)))
    .$if(isConsumer(caller), (query) => query.where("device.id", "in", boundDevices(db, caller)))
    .$if(searchText(request.search ?? "") !== "", (query) => query.where((eb) => contains(eb.ref("device.search"), request.search ?? "")));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await matching
    .select(["device.id", "device.name", "device.sn", "company.name as companyName"])
    .orderBy(sortColumns[field], order)
    .orderBy("device.id", order)
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const templated = await templatedOf(
    db,
    rows.map((row) => row.id),
  );
  const own = rows.map((row) => templated(row.id));
  const points = [...own.flatMap(({ rules }) => rules), ...(preset?.rules ?? [])].flatMap(({ point_id }) => point_id ?? []);
  const seen = await visiblePoints(db, caller, [...new Set(points)]);
  const isSeen = ({ point_id }: { point_id: string | null }): boolean => point_id === null || seen.has(point_id);
  const shown = preset && { ...preset, rules: preset.rules.filter(isSeen) };
  const shownOf = ({ slaves, rules }: Templated): Templated => ({ slaves, rules: rules.filter(isSeen) });
  const list = rows.map((row, place) => ({
    ...row,
    differences: shown ? differences(shown, shownOf(own[place] ?? { slaves: [], rules: [] })) : [],
  }));
  return listOf(list, total, pageNo, request);
};
