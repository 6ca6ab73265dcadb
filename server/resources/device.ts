import { device, deviceSlave } from "#contract/resources/device.ts";
import { commandDevice } from "#server/devices/deviceCommand.ts";
import { addDevice, editDevice, removeDevices } from "#server/devices/deviceEdit.ts";
import { deviceFileJob } from "#server/devices/deviceFile.ts";
import { listDevices, listMini } from "#server/devices/deviceList.ts";
import { getDevice, listSlaves } from "#server/devices/deviceRows.ts";
import { isFollowed, withFollowed } from "#server/devices/followList.ts";
import { generateSns, listSns, registerSns, unregisterSns } from "#server/devices/snRegistry.ts";
import { takeOver } from "#server/imports/importJob.ts";
import { sheetKinds } from "#server/imports/sheetKinds.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceAnswers = implement(device, {
  async query(request, { services, caller }) {
    const { list, ...page } = await listDevices(services.db, caller, request, services.presence);
    return { ...page, list: await withFollowed(services.db, caller, list) };
  },
  query_mini: (request, { services, caller }) => listMini(services.db, caller, request),
  async get({ id }, { services, caller }) {
    const whole = await getDevice(services.db, caller, id, services);
    return { ...whole, followed: await isFollowed(services.db, caller, id) };
  },
  async post(request, { services, caller, at, trace }) {
    const { id, password, change } = await addDevice(services, caller, request, at);
    trace.change = change;
    await services.changes.tell({ kind: "devices", ids: [id] });
    return { id, password };
  },
  async put(request, { services, caller, at, trace }) {
    const edited = await editDevice(services.db, caller, request, at);
    trace.change = edited.change;
    if (edited.credentials) await services.changes.tell({ kind: "devicesDropped", devices: [edited], why: "credentials" });
    await services.changes.tell({ kind: "devices", ids: [edited.id], moved: edited.moved });
    if (edited.ended.length > 0) await services.changes.tell({ kind: "rights", userIds: edited.ended });
    return null;
  },
  async delete({ ids }, { services, caller, trace }) {
    const { rows: removed, change } = await removeDevices(services.db, caller, ids);
    trace.change = change;
    await services.changes.tell({ kind: "devicesRemoved", devices: removed });
    return { removed: removed.length };
  },
  async addSnAndPsd(request, { services, caller, at, trace }) {
    const { added, change } = await registerSns(services.db, caller, request, at);
    trace.change = change;
    return { added };
  },
  querysnpsw: (request, { services, caller }) => listSns(services.db, caller, request),
  async delSnAndPsd({ ids }, { services, caller, trace }) {
    const { removed, change } = await unregisterSns(services.db, caller, ids);
    trace.change = change;
    return { removed };
  },
  async import({ id: uploadId, goodOnly }, { services: { db, jobs }, caller, language, address, trace }) {
    const { id, detail } = await takeOver({ db, jobs, caller, language, address }, sheetKinds.devices, { uploadId, goodOnly });
    trace.detail = detail;
    return { id };
  },
  async import_sn({ id: uploadId, goodOnly }, { services: { db, jobs }, caller, language, address, trace }) {
    const { id, detail } = await takeOver({ db, jobs, caller, language, address }, sheetKinds.sns, { uploadId, goodOnly });
    trace.detail = detail;
    return { id };
  },
  async generate_sn(request, { services, caller, at, trace }) {
    const { pairs, change } = await generateSns(services.db, caller, request, at);
    trace.change = change;
    return { pairs };
  },
  dlexcel: async (request, { services, caller, language }) => ({
    id: await services.jobs.start(deviceFileJob, request, { caller, language }),
  }),
  cmd: (request, { services, caller, at }) => commandDevice(services.db, caller, request, at, services),
});

export const deviceSlaveAnswers = implement(deviceSlave, {
  query: (request, { services, caller }) => listSlaves(services.db, caller, request),
});
