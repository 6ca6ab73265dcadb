import { device, deviceModel, deviceSlave, deviceType } from "#contract/resources/device.ts";
import { listModels, listTypes } from "#server/catalog/kinds.ts";
import { commandDevice } from "#server/device/deviceCommand.ts";
import { addDevice, editDevice, removeDevices } from "#server/device/deviceEdit.ts";
import { listDevices, listMini } from "#server/device/deviceList.ts";
import { getDevice, listSlaves } from "#server/device/deviceRows.ts";
import { implement } from "#server/kit/implement.ts";
import { checkRoom } from "#server/licence/licence.ts";

export const deviceAnswers = implement(device, {
  query: (request, { services, caller }) => listDevices(services.db, caller, request, services.presence),
  query_mini: (request, { services, caller }) => listMini(services.db, caller, request),
  get: ({ id }, { services, caller }) => getDevice(services.db, caller, id, services),
  async post(request, { services, caller, at, trace }) {
    await checkRoom(services, "devices", 1);
    const { id, password, change } = await addDevice(services.db, caller, request, at);
    trace.change = change;
    services.registry.forget([id]);
    await services.alarms.reload();
    return { id, password };
  },
  async put(request, { services, caller, at, trace }) {
    const edited = await editDevice(services.db, caller, request, at);
    trace.change = edited.change;
    services.registry.forget([edited.id]);
    if (edited.credentials) services.presence.dropped(edited.id, edited.sn, "credentials");
    if (edited.moved) services.realtime.deviceMoved(edited.id);
    if (edited.ended.length > 0) await services.realtime.rightsChanged(edited.ended);
    await services.alarms.reload();
    return null;
  },
  async delete({ ids }, { services, caller, trace }) {
    const { rows: removed, change } = await removeDevices(services.db, caller, ids);
    trace.change = change;
    services.registry.forget(removed.map((gone) => gone.id));
    for (const { id, sn } of removed) services.presence.dropped(id, sn, "deleted");
    await services.alarms.reload();
    for (const { id } of removed) await services.telemetry.erase(id);
    return { removed: removed.length };
  },
  cmd: (request, { services, caller, at }) => commandDevice(services.db, caller, request, at, services),
});

export const deviceSlaveAnswers = implement(deviceSlave, {
  query: (request, { services, caller }) => listSlaves(services.db, caller, request),
});

export const deviceTypeAnswers = implement(deviceType, {
  query: (request, { services, caller }) => listTypes(services.db, caller, request),
});

export const deviceModelAnswers = implement(deviceModel, {
  query: (request, { services, caller }) => listModels(services.db, caller, request),
});
