import { deviceAttr, deviceType, deviceTypeRelation } from "#contract/resources/deviceType.ts";
import { attributesOf, valuesIn } from "#server/catalog/typeAttributes.ts";
import { chooseDefault, getRelated, putRelated, typeIdsOf, types } from "#server/catalog/types.ts";
import { listDevices } from "#server/devices/deviceList.ts";
import { deviceInScope } from "#server/devices/deviceRows.ts";
import { implement } from "#server/kit/implement.ts";
import { pageOfRows } from "#server/kit/page.ts";
import { fieldProblem } from "#server/kit/problem.ts";

export const deviceTypeAnswers = implement(deviceType, {
  ...types.answers,
  async do_default(request, { services, caller, trace }) {
    trace.change = await chooseDefault(services.db, caller, request);
    return null;
  },
});

export const deviceTypeRelationAnswers = implement(deviceTypeRelation, {
  get: ({ id }, { services, caller }) => getRelated(services.db, caller, id),
  async put(request, { services, caller, at, trace }) {
    trace.change = await putRelated(services.db, caller, request, at);
    return null;
  },
  async queryDevice({ id, related, ...request }, { services, caller, at }) {
    const typeIds = await typeIdsOf(services.db, caller, id, related);
    return listDevices(services.db, caller, { ...request, typeIds }, { presence: services.presence, at });
  },
});

export const deviceAttrAnswers = implement(deviceAttr, {
  async query({ typeId, deviceId, ...page }, { services: { db }, caller }) {
    if (deviceId) {
      const row = await deviceInScope(db, caller, deviceId);
      const values = valuesIn(row.attributes);
      const attributes = await attributesOf(db, row.type_id);
      return pageOfRows(
        attributes.map((attribute) => ({ ...attribute, value: values[attribute.id] ?? "" })),
        page,
      );
    }
    if (!typeId) throw fieldProblem("typeId", "rule.required");
    const { id } = await types.toSee(db, caller, typeId);
    return pageOfRows(
      (await attributesOf(db, id)).map((attribute) => ({ ...attribute, value: "" })),
      page,
    );
  },
});
