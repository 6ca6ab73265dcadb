import { erasables } from "#contract/resources/deviceTransfer.ts";
import { deviceUserBind, employeeBindCustomer, terminalUser } from "#contract/resources/relations.ts";
import { tellErased } from "#server/devices/erasure.ts";
import { implement } from "#server/kit/implement.ts";
import { askForDevice } from "#server/people/bindRequests.ts";
import { bindCustomers, listEmployees } from "#server/people/customers.ts";
import { bindDevice, listDevicesOfUser, listUsersOfDevice, unbindDevice } from "#server/people/deviceUsers.ts";
import {
  addTerminalUser,
  editTerminalUser,
  getTerminalUser,
  listTerminalUsers,
  removeTerminalUsers,
} from "#server/people/terminalUsers.ts";

export const employeeBindCustomerAnswers = implement(employeeBindCustomer, {
  query: (request, { services, caller }) => listEmployees(services.db, caller, request),
  async batchBindCustomer(request, { services, caller, trace }) {
    const { changed, change } = await bindCustomers(services.db, caller, request);
    trace.change = change;
    return { changed };
  },
});

export const deviceUserBindAnswers = implement(deviceUserBind, {
  queryUser: (request, { services, caller }) => listUsersOfDevice(services.db, caller, request),
  queryDevices: (request, { services, caller }) => listDevicesOfUser(services.db, caller, request),
  async auth(request, { services, caller, at, trace }) {
    trace.change = (await bindDevice(services.db, caller, request, at)).change;
    await services.changes.tell({ kind: "rights", userIds: [request.userId] });
    return null;
  },
  async removeAuth(request, { services, caller, at, trace }) {
    const { userIds, erased, change } = await unbindDevice(services.db, caller, request, at);
    trace.change = change;
    if (erased) await tellErased(services, [erased.id], { ruleIds: erased.ruleIds, parts: erasables });
    await services.changes.tell({ kind: "rights", userIds });
    return null;
  },
  async ask(request, { services, caller, at, address, trace }) {
    const { state, change } = await askForDevice(services, caller, request, { at, address });
    trace.change = change;
    await services.changes.tell({ kind: "rights", userIds: [caller.userId] });
    return { state };
  },
});

export const terminalUserAnswers = implement(terminalUser, {
  query: (request, { services, caller }) => listTerminalUsers(services.db, caller, request),
  get: ({ id }, { services, caller }) => getTerminalUser(services.db, caller, id),
  async post(request, { services, caller, at, trace }) {
    const { id, change } = await addTerminalUser(services, caller, request, at);
    trace.change = change;
    return { id };
  },
  async put(request, { services, caller, at, address, trace }) {
    trace.change = (await editTerminalUser(services, caller, request, { at, address })).change;
    return null;
  },
  async delete({ ids }, { services, caller, trace }) {
    const { removed, change } = await removeTerminalUsers(services, caller, ids);
    trace.change = change;
    return { removed };
  },
});
