import { afterAll, beforeAll, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { device } from "#contract/resources/device.ts";
import { deviceCompanyGroup } from "#contract/resources/deviceCompanyGroup.ts";
import { deviceGroup } from "#contract/resources/deviceGroup.ts";
import { deviceGroupMember } from "#contract/resources/deviceGroupMember.ts";
import { deviceModel } from "#contract/resources/deviceModel.ts";
import { deviceTemplate } from "#contract/resources/deviceTemplate.ts";
import { deviceType } from "#contract/resources/deviceType.ts";
import { imageFile } from "#contract/resources/imageFile.ts";
import { drawn } from "#tests/server/drawn.ts";
import { addTemplate, connectDevice, sendTelemetry, until } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

let site: Site;
let token: string;

beforeAll(async () => {
  site = await openSite();
  token = await site.signIn("admin", adminPassword);
});
afterAll(() => site.close());

const done = async <C extends Call>(call: C, request: object) => {
  const answer = await site.ask(call, request, { token });
  if (answer.code !== 0) throw new Error(`${call.path}: ${answer.code} ${answer.message} ${JSON.stringify(answer.fields)}`);
  return answer.data;
};
const restarted = async (): Promise<void> => {
  await site.restart();
  token = await site.signIn("admin", adminPassword);
};
const picture = async (): Promise<string> =>
  (await done(imageFile.calls.upload, { kind: "picture", file: new File([new Uint8Array(await drawn("png"))], "pump.png") })).url;

/** Shown of a device alone, and not in the list of many. */
const ofOneAlone = ["modelId", "deviceTemplateId", "serviceInfo", "image", "remark"];

/** What a device was given, as it is listed, and as it is read by itself. */
const shown = async (id: string, given: object) => {
  const names = Object.keys(given);
  const one: Readonly<Record<string, unknown>> = await done(device.calls.get, { id });
  const [listed = {}] = (await done(device.calls.query, { search: String(one.sn) })).list as Record<string, unknown>[];
  const told = (from: Readonly<Record<string, unknown>>, which: readonly string[]) =>
    Object.fromEntries(which.map((name) => [name, from[name]]));
  return {
    one: told(one, names),
    listed: told(
      listed,
      names.filter((name) => !ofOneAlone.includes(name)),
    ),
  };
};
const asGiven = (given: object) => ({
  one: given,
  listed: Object.fromEntries(Object.entries(given).filter(([name]) => !ofOneAlone.includes(name))),
});

it("a device keeps each of its fields, as added and as edited, over a restart; its password lets it in [S3.028] [S3.029]", async () => {
  const { recipeId } = await addTemplate(site, token, "Pumps", [{ name: "Level", address: "1" }]);
  const type = async (name: string) => (await done(deviceType.calls.post, { name, nameEn: name, description: "", attributes: [] })).id;
  const model = async (name: string, transmission: string) =>
    (await done(deviceModel.calls.post, { name, modelId: name, transmission })).id;
  const slaves = [{ no: 1, name: "Main", recipeId }];
  const template = async (name: string) => (await done(deviceTemplate.calls.post, { name, slaves })).id;
  const added = {
    ...{ name: "North pump", sn: "NP-0001", typeId: await type("Pump"), tuyaId: "bf01", thirdPartyId: "ERP-77", dealer: "River Trade" },
    ...{ userName: "Zhou Min", contact: "0311-86001234", installedOn: "2026-08-30", alarmNotice: false, province: "河北", city: "石家庄" },
    ...{
      district: "长安",
      serviceInfo: "yearly\nin spring",
      lng: 108.95,
      lat: 34.25,
      mobile: "move",
      modelId: await model("M-1", "http-push"),
    },
    deviceTemplateId: await template("Station"),
    ...{ industry: "water", image: await picture(), sort: 5, address: "1 River Road", remark: "by the weir" },
  };
  const { id } = await done(device.calls.post, { ...added, slaves, password: "Kestrel72x" });
  await restarted();
  const first = { ...added, transmission: "http-push", deviceTemplateName: "Station" };
  expect(await shown(id, first)).toEqual(asGiven(first));
  const edited = {
    ...{ name: "South pump", sn: "SP-0002", typeId: await type("Valve"), tuyaId: "bf02", thirdPartyId: "ERP-78", dealer: "Hill Trade" },
    ...{ userName: "Li Na", contact: "0311-86005678", installedOn: "2026-09-01", alarmNotice: true, province: "陕西", city: "西安" },
    ...{ district: "雁塔", serviceInfo: "monthly", lng: -70.5, lat: -12.25, mobile: "stop", modelId: await model("M-2", "mqtt-json") },
    deviceTemplateId: await template("Plant"),
    ...{ industry: "power", image: await picture(), sort: 0, address: "2 Hill Road", remark: "" },
  };
  const { version } = await done(device.calls.get, { id });
  await done(device.calls.put, { ...edited, id, version, slaves, password: "Osprey45pq" });
  const { id: groupId } = await done(deviceGroup.calls.post, { name: "Mine" });
  const { id: companyGroupId } = await done(deviceCompanyGroup.calls.post, { name: "Ours" });
  await done(deviceGroupMember.calls.add, { id: groupId, deviceIds: [id] });
  await done(deviceCompanyGroup.calls.add_to_group, { id: companyGroupId, deviceIds: [id] });
  await restarted();
  const then = { ...edited, transmission: "mqtt-json", deviceTemplateName: "Plant" };
  expect(await shown(id, then)).toEqual(asGiven(then));
  const { own, organisation } = await done(deviceGroupMember.calls.query_groups, { id });
  expect([own, organisation].map((groups) => groups.map(({ name }) => name))).toEqual([["Mine"], ["Ours"]]);
  for (const filter of [{ groupId }, { companyGroupId }])
    expect((await done(device.calls.query, filter)).list.map(({ name }) => name)).toEqual(["South pump"]);
  await expect(connectDevice(site, "SP-0002", "Kestrel72x")).rejects.toThrow();
  await (await connectDevice(site, "SP-0002", "Osprey45pq")).endAsync();
});

it("a device keeps what it says of itself and when it spoke and was edited, over a restart [S3.030]", async () => {
  const { recipeId } = await addTemplate(site, token, "Meters", [{ name: "Level", address: "1" }]);
  const fields = { name: "Meter", sn: "MT-0001", typeId: "type-general", industry: "water", slaves: [{ no: 1, name: "Main", recipeId }] };
  const { id } = await done(device.calls.post, { ...fields, password: "Kestrel72x" });
  const before = await done(device.calls.get, { id });
  expect([before.activatedAt, before.communicationTime, before.signal]).toEqual([null, null, null]);
  const client = await connectDevice(site, "MT-0001", "Kestrel72x");
  const info = { signal: -71, softwareVersion: "1.2.3", hardwareVersion: "B4", parameterVersion: "P9" };
  await client.publishAsync("gw/MT-0001/info", JSON.stringify(info), { qos: 1 });
  await sendTelemetry(client, "MT-0001", { values: { 1: 5 } });
  await client.endAsync();
  const told = async () => {
    const { parameterVersion, activatedAt } = await done(device.calls.get, { id });
    return parameterVersion === "P9" && activatedAt !== null;
  };
  await until(told, "what the device says of itself");
  await done(device.calls.put, { ...fields, name: "Renamed meter", id, version: before.version });
  const { communicationTime, activatedAt, updatedAt } = await done(device.calls.get, { id });
  for (const [time, since] of [
    [communicationTime, before.createdAt],
    [activatedAt, before.createdAt],
    [updatedAt, before.updatedAt],
  ] as const)
    expect(Date.parse(time ?? "")).toBeGreaterThan(Date.parse(since));
  await restarted();
  const kept = { ...info, communicationTime, activatedAt, updatedAt };
  expect(await shown(id, kept)).toEqual(asGiven(kept));
});
