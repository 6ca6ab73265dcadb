import { expect, test } from "vitest";
import { device, deviceFields } from "#contract/resources/device.ts";
import { addDevice, editDevice } from "#server/devices/deviceEdit.ts";
import { listDevices } from "#server/devices/deviceList.ts";
import { getDevice } from "#server/devices/deviceRows.ts";
import { addTemplate, callerOf, deviceRequest, licensed, morning, openTelemetry, openWorld, refusal, silent } from "./world.ts";

const root = callerOf("root");
const described = {
  ...{ dealer: "River Trade", userName: "Zhou Min", contact: "0311-86001234", thirdPartyId: "ERP-77", tuyaId: "bf01", sort: 5 },
  ...{ installedOn: "2026-08-30", serviceInfo: "yearly\nin spring", image: "/files/abc.png", mobile: "move" as const, alarmNotice: false },
  ...{ province: "河北", city: "石家庄", district: "长安", address: "1 River Road", remark: "by the weir" },
  ...{ leaseStart: "2026-09-01", leaseEnd: "2027-08-31" },
};

const opened = async () => {
  const world = await openWorld();
  return { ...world, recipe: await addTemplate(world.db, root), telemetry: await openTelemetry(world) };
};

test("what is written about a device is kept, listed and edited", async () => {
  const { db, telemetry, recipe } = await opened();
  const { id } = await addDevice(licensed(db), root, deviceRequest(recipe, described), morning);
  const whole = () => getDevice(db, root, id, { ...silent, telemetry });
  expect(await whole()).toMatchObject(described);
  const { serviceInfo: _, image: __, remark: ___, ...listed } = described;
  expect((await listDevices(db, root, device.calls.query.request.parse({}), silent)).list).toMatchObject([listed]);
  const other = { ...described, dealer: "", sort: 0, mobile: "stop" as const, alarmNotice: true, leaseStart: "", leaseEnd: "", image: "" };
  const { change } = await editDevice(db, root, { ...deviceRequest(recipe, other), id, version: 1 }, morning + 1);
  expect(await whole()).toMatchObject(other);
  expect(JSON.parse(change)).toEqual({
    ...{ dealer: ["River Trade", ""], sort: [5, 0], mobile: ["move", "stop"], alarmNotice: [false, true] },
    ...{ leaseStart: ["2026-09-01", ""], leaseEnd: ["2027-08-31", ""], image: ["/files/abc.png", ""] },
  });
});

test.each(["erp-77", "bf01", "RIVER TRADE", "zhou", "86001234", "river road"])("a device is found by %s", async (search) => {
  const { db, recipe } = await opened();
  await addDevice(licensed(db), root, deviceRequest(recipe, described), morning);
  await addDevice(licensed(db), root, deviceRequest(recipe, { sn: "SN-0002" }), morning);
  const { list } = await listDevices(db, root, device.calls.query.request.parse({ search }), silent);
  expect(list.map(({ sn }) => sn)).toEqual(["SN-0001"]);
});

test("devices are narrowed by model, industry and mobility, and sorted by what a person gave them and by the end of service", async () => {
  const { db, recipe } = await opened();
  const add = (sn: string, more: object) => addDevice(licensed(db), root, deviceRequest(recipe, { sn, ...more }), morning);
  await add("SN-A", { sort: 2, leaseEnd: "2027-01-01", mobile: "move" });
  await add("SN-B", { sort: 1, leaseEnd: "2026-01-01", modelId: null });
  await add("SN-C", { sort: 3, industry: "power" });
  const sns = async (request: object) =>
    (await listDevices(db, root, device.calls.query.request.parse(request), silent)).list.map(({ sn }) => sn);
  expect(await sns({ mobile: "move" })).toEqual(["SN-A"]);
  expect(await sns({ industry: "power" })).toEqual(["SN-C"]);
  expect((await sns({ modelId: "model", sortField: "sn" })).sort()).toEqual(["SN-A", "SN-C"]);
  expect(await sns({ sortField: "sort", sortOrder: "asc" })).toEqual(["SN-B", "SN-A", "SN-C"]);
  expect(await sns({ sortField: "leaseEnd", sortOrder: "desc" })).toEqual(["SN-A", "SN-B", "SN-C"]);
});

test("a device moves or stands, and nothing else [S3.031]", () => {
  const mobile = (value: unknown) => deviceFields.safeParse({ ...deviceRequest("r"), mobile: value }).success;
  expect([mobile("move"), mobile("stop"), mobile(""), mobile("fly"), mobile(1)]).toEqual([true, true, false, false, false]);
});

test("the last day of service is not before the first", async () => {
  const { db, recipe } = await opened();
  const lease = (leaseStart: string, leaseEnd: string) =>
    refusal(addDevice(licensed(db), root, deviceRequest(recipe, { sn: `SN-${leaseStart}${leaseEnd}`, leaseStart, leaseEnd }), morning));
  expect(await lease("2026-02-02", "2026-02-01")).toMatchObject({ code: 400 });
  expect([await lease("2026-02-01", "2026-02-01"), await lease("", "2026-02-01"), await lease("2026-02-02", "")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
