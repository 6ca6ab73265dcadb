import { deviceUnitType } from "#contract/resources/deviceUnitType.ts";
import { addUnit, editUnit, getUnit, listUnits, removeUnits } from "#server/catalog/units.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceUnitTypeAnswers = implement(deviceUnitType, {
  query: (request, { services, caller }) => listUnits(services.db, caller, request),
  get: ({ id }, { services, caller }) => getUnit(services.db, caller, id),
  async post(request, { services, caller, at, trace }) {
    const { id, change } = await addUnit(services.db, caller, request, at);
    trace.change = change;
    return { id };
  },
  async put(request, { services, caller, at, trace }) {
    trace.change = await editUnit(services.db, caller, request, at);
    return null;
  },
  async delete({ ids }, { services, caller, trace }) {
    const { removed, change } = await removeUnits(services.db, caller, ids);
    trace.change = change;
    return { removed };
  },
});
