import { device, deviceSlave } from "#contract/resources/device.ts";
import { alarmsOfDevice, countInAlarm, listInAlarm } from "#server/alarm/alarmedDevices.ts";
import { countByUser, listBound } from "#server/devices/boundDevices.ts";
import { commandDevice } from "#server/devices/deviceCommand.ts";
import { connectionOf } from "#server/devices/deviceConnection.ts";
import { addDevice, editDevice, removeDevices } from "#server/devices/deviceEdit.ts";
import { deviceFileJob } from "#server/devices/deviceFile.ts";
import { countDevices, listDevices, listMini } from "#server/devices/deviceList.ts";
import { getDevice, getSlave, listSlaves } from "#server/devices/deviceRows.ts";
import { tellErased } from "#server/devices/erasure.ts";
import { countByArea, countByIndustry, countInstalled, countLife } from "#server/devices/fleetLife.ts";
import { isFollowed, withFollowed } from "#server/devices/followList.ts";
import { dayIn, leaseEndsOf, renewLeases } from "#server/devices/leases.ts";
import { giveNewPassword } from "#server/devices/newPassword.ts";
import { listRecipeSlaves, listUsedRecipes } from "#server/devices/recipeUse.ts";
import { replaceGateway } from "#server/devices/replaceGateway.ts";
import { resetTuyaDevice } from "#server/devices/resetTuyaDevice.ts";
import { retypeDevices } from "#server/devices/retypeDevices.ts";
import { generateSns, listSns, registerSns, unregisterSns } from "#server/devices/snRegistry.ts";
import { checkTransfer, transferDevices } from "#server/devices/transfer.ts";
import { takeOver } from "#server/imports/importJob.ts";
import { sheetKinds } from "#server/imports/sheetKinds.ts";
import { implement } from "#server/kit/implement.ts";
import { sendBindCode } from "#server/people/bindRequests.ts";
import { giveOwner } from "#server/people/deviceUsers.ts";
import { countOnMap } from "#server/places/mapCells.ts";

export const deviceAnswers = implement(device, {
  async query(request, { services, caller, at }) {
    const leaseEnds = request.lease && leaseEndsOf(request.lease, dayIn(caller.zone, at));
    const { list, ...page } = await listDevices(services.db, caller, { ...request, leaseEnds }, { presence: services.presence, at });
    return { ...page, list: await withFollowed(services.db, caller, list) };
  },
  query_mini: (request, { services, caller }) => listMini(services.db, caller, request),
  query_location_count: (request, { services, caller }) => countOnMap(services.db, caller, request),
  async get({ id }, { services, caller, at }) {
    const whole = await getDevice(services.db, caller, id, { ...services, at });
    return { ...whole, followed: await isFollowed(services.db, caller, id) };
  },
  connection: (request, { services, caller }) => connectionOf(services, caller, request),
  list_recipe: (request, { services, caller }) => listUsedRecipes(services.db, caller, request),
  list_recipe_slave_sn: (request, { services, caller }) => listRecipeSlaves(services.db, caller, request),
  async my(request, { services, caller, at }) {
    const { list, ...page } = await listBound(services.db, caller, request, { presence: services.presence, at });
    return { ...page, list: await withFollowed(services.db, caller, list) };
  },
  get_user_count: (request, { services, caller }) => countDevices(services.db, caller, request),
  count_for_hdip_top: (request, { services, caller }) => countLife(services.db, caller, request),
  new_up: (request, { services, caller, at }) => countInstalled(services.db, caller, request, at),
  area_new_up: (request, { services, caller }) => countByArea(services.db, caller, request),
  guild_new_up: (request, { services, caller }) => countByIndustry(services.db, caller, request),
  query_user_count: (request, { services, caller }) => countByUser(services.db, caller, request),
  device_alarm: ({ deviceId }, { services, caller, language }) =>
    alarmsOfDevice(services.db, caller, deviceId, { language, at: services.now() }),
  device_alarm_list: (request, { services, caller }) => listInAlarm(services.db, caller, request),
  getDeviceAlarmNum: (request, { services, caller }) => countInAlarm(services.db, caller, request),
  async post(request, { services, caller, at, trace }) {
    const { id, password, ruleIds, change } = await addDevice(services, caller, request, at);
    trace.change = change;
    await services.changes.tell({ kind: "devices", ids: [id] });
    if (ruleIds.length > 0) await services.changes.tell({ kind: "rules", ids: ruleIds });
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
  check_transfer: async (request, { services, caller, language }) => checkTransfer(services.db, caller, request, language),
  async change_user(request, { services, caller, at, language, trace }) {
    const { moved, rows, ended, ruleIds, change } = await transferDevices(services.db, caller, request, { at, language });
    trace.change = change;
    const ids = moved.map(({ id }) => id);
    await services.changes.tell({ kind: "devices", ids, moved: true });
    await tellErased(services, ids, { ruleIds, parts: request.erase });
    if (ended.length > 0) await services.changes.tell({ kind: "rights", userIds: ended });
    return { moved: ids.length, rows };
  },
  async update_device_sn(request, { services, caller, at, trace }) {
    const { device: replaced, password, change } = await replaceGateway(services.db, caller, request, at);
    trace.change = change;
    await services.changes.tell(
      { kind: "devicesDropped", devices: [replaced], why: "credentials" },
      { kind: "devices", ids: [replaced.id] },
    );
    return { password };
  },
  async new_password(request, { services, caller, at, trace }) {
    const { device: changed, password, change } = await giveNewPassword(services.db, caller, request, at);
    trace.change = change;
    await services.changes.tell({ kind: "devicesDropped", devices: [changed], why: "credentials" }, { kind: "devices", ids: [changed.id] });
    return { password };
  },
  async update_device_type(request, { services, caller, at, trace }) {
    const { ids, change } = await retypeDevices(services.db, caller, request, at);
    trace.change = change;
    await services.changes.tell({ kind: "devices", ids });
    return { changed: ids.length };
  },
  async update_ternimal_user(request, { services, caller, at, trace }) {
    const { ids, change } = await giveOwner(services.db, caller, request, at);
    trace.change = change;
    await services.changes.tell({ kind: "rights", userIds: [request.userId] });
    return { changed: ids.length };
  },
  send_auth_code: async (request, { services, caller, address, language }) => ({
    seconds: await sendBindCode(services, caller, request, { address, language }),
  }),
  async delete({ ids }, { services, caller, trace }) {
    const { rows: removed, change } = await removeDevices(services.db, caller, ids);
    trace.change = change;
    await services.changes.tell({ kind: "devicesRemoved", devices: removed });
    return { removed: removed.length };
  },
  async renew(request, { services, caller, at, trace }) {
    const { renewed, change } = await renewLeases(services.db, caller, request, at);
    trace.change = change;
    return { renewed };
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
  async reset_device({ device: id }, { services, caller }) {
    await resetTuyaDevice(services, caller, id);
    return null;
  },
  cmd: (request, { services, caller, at }) => commandDevice(services.db, caller, request, at, services),
});

export const deviceSlaveAnswers = implement(deviceSlave, {
  query: (request, { services, caller }) => listSlaves(services.db, caller, request),
  get_device_slave: ({ id }, { services, caller, at }) => getSlave(services.db, caller, id, { ...services, at }),
});
