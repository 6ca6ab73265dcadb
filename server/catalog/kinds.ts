import type { z } from "zod";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import type { SortFieldOf } from "#contract/kit/page.ts";
import { type deviceModel, type deviceType, transmissions } from "#contract/resources/device.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { containsFolded, listOf, pageOf } from "#server/kit/page.ts";
import { sortingOf } from "#server/records/sorting.ts";
import { usableCompanies } from "#server/records/usable.ts";

type TypeQuery = RequestOf<typeof deviceType.calls.query>;
type TypeList = ResponseOf<typeof deviceType.calls.query>;
type ModelQuery = RequestOf<typeof deviceModel.calls.query>;
type ModelList = ResponseOf<typeof deviceModel.calls.query>;
type Transmission = z.output<typeof deviceModel.calls.query.response>["list"][number]["transmission"];

const typeColumns = { name: "name", nameEn: "name_en", description: "description" } as const satisfies Record<
  SortFieldOf<TypeQuery>,
  string
>;
const modelColumns = { name: "name", modelId: "model_id", transmission: "transmission" } as const satisfies Record<
  SortFieldOf<ModelQuery>,
  string
>;

/** Device types of the caller's organisations and of those above; the filter is looked for in both names. */
export const listTypes = async (db: Db, caller: Caller, request: TypeQuery): Promise<TypeList> => {
  const { field, order } = sortingOf(request, { field: "name", order: "asc" });
  const base = db
    .selectFrom("device_type")
    .where("company_id", "in", usableCompanies(db, caller))
    .$if(request.name !== undefined, (query) =>
      query.where((eb) =>
        eb.or([containsFolded(eb.ref("device_type.name"), request.name ?? ""), containsFolded(eb.ref("name_en"), request.name ?? "")]),
      ),
    );
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await base
    .select(["id", "name", "name_en as nameEn", "description"])
    .orderBy(typeColumns[field], order)
    .orderBy("id")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  return listOf(rows, total, pageNo, request);
};

/** Models of the caller's organisations and of those above; the filter is looked for in name and model id. */
export const listModels = async (db: Db, caller: Caller, request: ModelQuery): Promise<ModelList> => {
  const { field, order } = sortingOf(request, { field: "name", order: "asc" });
  const base = db
    .selectFrom("device_model")
    .where("company_id", "in", usableCompanies(db, caller))
    .$if(request.name !== undefined, (query) =>
      query.where((eb) =>
        eb.or([containsFolded(eb.ref("device_model.name"), request.name ?? ""), containsFolded(eb.ref("model_id"), request.name ?? "")]),
      ),
    );
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await base
    .select(["id", "name", "model_id as modelId", "transmission"])
    .orderBy(modelColumns[field], order)
    .orderBy("id")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const list = rows.map((row) => ({ ...row, transmission: transmissionOf(row.transmission) }));
  return listOf(list, total, pageNo, request);
};

const transmissionOf = (text: string): Transmission => {
  const known = transmissions.find((transmission) => transmission === text);
  if (known === undefined) throw new Error(`a device model speaks ${text}, which is no transmission type`);
  return known;
};
