import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { device } from "#contract/resources/device.ts";
import { deviceVideo } from "#contract/resources/deviceVideo.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { deviceUserBind, terminalUser } from "#contract/resources/relations.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { goodPassword, openPeople, type People } from "#tests/server/people/people.ts";
import { videoSource } from "#tests/server/site.ts";

const { query, post, put, delete: remove } = deviceVideo.calls;
let people: People;
let admin: string;

const db = () => people.site.gatehouse.services.db;
const fields = (more: object = {}) => ({ deviceId: "d1", name: "Gate", kind: "hls", url: `${videoSource}/gate.m3u8`, ...more });
const ask = (call: typeof query | typeof post | typeof put | typeof remove, request: object, token = admin) =>
  people.site.ask(call, request, { token, language: "en" });
const added = async (more: object = {}, token = admin): Promise<string> => {
  const { code, data, fields: faults } = await people.site.ask(post, fields(more), { token });
  expect([code, faults]).toEqual([0, []]);
  return data.id;
};
const listed = async (request: object = {}, token = admin) => (await people.site.ask(query, request, { token })).data;
const names = async (request: object = {}, token = admin) => (await listed(request, token)).list.map(({ name }) => name);

beforeAll(async () => {
  people = await openPeople();
  admin = people.admin;
  await db()
    .insertInto("device_type")
    .values({ id: "video-type", company_id: "root", name: "Pump", name_en: "Pump", description: "" })
    .execute();
  for (const [id, company_id] of [
    ["d1", people.north],
    ["d2", people.north],
    ["s1", people.south],
  ] as const)
    await db()
      .insertInto("device")
      .values(deviceRow({ id, company_id, sn: `SN-${id}`, type_id: "video-type", name: `Pump ${id}` }))
      .execute();
});
afterAll(() => people.site.close());
beforeEach(() => db().deleteFrom("device_video").execute());

describe("videos of devices", () => {
  it("are added, listed with their device, edited and deleted, and are there again after a restart [S7.108]", async () => {
    const id = await added({ note: "over the door", sort: 3 });
    await added({ name: "Yard", kind: "flv", url: `${videoSource}/yard.flv`, deviceId: "d2" });
    await people.site.restart();
    admin = await people.site.signIn("admin", "adminpw1");
    const { list, total } = await listed({ sortField: "name", sortOrder: "asc" });
    expect([total, list.map(({ name, kind, deviceName, deviceSn, allowed }) => [name, kind, deviceName, deviceSn, allowed])]).toEqual([
      2,
      [
        ["Gate", "hls", "Pump d1", "SN-d1", true],
        ["Yard", "flv", "Pump d2", "SN-d2", true],
      ],
    ]);
    expect(list[0]).toMatchObject({
      id,
      deviceId: "d1",
      url: `${videoSource}/gate.m3u8`,
      note: "over the door",
      sort: 3,
      companyName: "North",
    });
    const edited = { id, name: "Gate 2", kind: "flv", url: `${videoSource}/gate2.flv`, note: "", sort: 1 };
    expect((await ask(put, { ...edited, version: 1 })).code).toBe(0);
    expect((await ask(put, { ...edited, version: 1 })).code).toBe(1300);
    expect((await listed({ id })).list[0]).toMatchObject({ ...edited, deviceId: "d1", version: 2 });
    expect((await ask(remove, { ids: [id] })).data).toEqual({ removed: 1 });
    expect(await names()).toEqual(["Yard"]);
  });

  it("are found by their device, format, name, note and organisation, the newest first, and sorted as asked", async () => {
    await added({ name: "Gate", sort: 2 });
    await added({ name: "Yard", sort: 1, kind: "flv", note: "behind the hall" });
    await added({ name: "Dock", deviceId: "s1" });
    expect(await names()).toEqual(["Dock", "Yard", "Gate"]);
    expect(await names({ deviceId: "d1", sortField: "sort" })).toEqual(["Yard", "Gate"]);
    expect(await names({ kind: "flv" })).toEqual(["Yard"]);
    expect(await names({ search: "HALL" })).toEqual(["Yard"]);
    expect(await names({ search: "pump s1" })).toEqual(["Dock"]);
    expect(await names({ companyId: people.south })).toEqual(["Dock"]);
    expect(await names({ pageSize: 1, pageNo: 2 })).toEqual(["Yard"]);
  });

  it("are those of one's own organisation and below, and of an end user those of the devices that are bound to them", async () => {
    await added();
    const dock = await added({ name: "Dock", deviceId: "s1" });
    expect(await names({}, people.northOwner)).toEqual(["Gate"]);
    expect((await ask(post, fields({ deviceId: "s1" }), people.northOwner)).code).toBe(404);
    expect((await ask(remove, { ids: [dock] }, people.northOwner)).code).toBe(404);
    expect((await ask(put, { id: dock, name: "x", kind: "hls", url: `${videoSource}/x`, version: 1 }, people.northOwner)).code).toBe(404);
    const consumer = { account: "li.video", userName: "Li", password: goodPassword };
    const { data } = await people.site.ask(terminalUser.calls.post, consumer, { token: people.northOwner });
    const token = await people.site.signIn("li.video", goodPassword);
    expect(await names({}, token)).toEqual([]);
    const bind = { deviceId: "d1", userId: data.id, state: 1, version: 0 };
    await people.site.ask(deviceUserBind.calls.auth, bind, { token: people.northOwner });
    expect(await names({}, token)).toEqual(["Gate"]);
    expect((await ask(post, fields(), token)).code).toBe(403);
  });

  it("go with their device, and where it is given away those are erased that are not to go along", async () => {
    await added();
    await added({ deviceId: "d2", name: "Yard" });
    const { change_user } = device.calls;
    await people.site.ask(change_user, { ids: ["d1"], companyId: people.south }, { token: admin });
    expect(await names({}, people.southOwner)).toEqual(["Gate"]);
    expect(await names({}, people.northOwner)).toEqual(["Yard"]);
    await people.site.ask(change_user, { ids: ["d1"], companyId: people.north, erase: ["videos"] }, { token: admin });
    expect(await names()).toEqual(["Yard"]);
    await people.site.ask(device.calls.delete, { ids: ["d2"] }, { token: admin });
    expect(await names()).toEqual([]);
  });

  it("are so many of a device at the most", async () => {
    const stamps = { kind: "hls", url: `${videoSource}/a`, note: "", sort: 0, created_at: 1, updated_at: 1, updated_by: "" };
    const rows = Array.from({ length: limits.video.perDevice - 1 }, (_, index) => ({
      id: `v${index}`,
      device_id: "d1",
      name: `V${index}`,
      ...stamps,
    }));
    await db().insertInto("device_video").values(rows).execute();
    await added();
    const refused = await ask(post, fields());
    expect([refused.code, refused.message]).toEqual([1400, "A device has at most 32 videos; delete one that is not needed first"]);
    expect((await listed()).total).toBe(limits.video.perDevice);
  });
});

describe("the address of a video", () => {
  it.each([
    [
      "https://other.example.com/a.m3u8",
      "Videos of https://other.example.com are not allowed. Ask the operator to add it to VIDEO_SOURCES (allowed now: https://video.example.com)",
    ],
    ["rtsp://10.0.0.5/a", "Start with http:// or https://"],
    [
      "https://admin:secret@video.example.com/a",
      "Browsers do not accept a user name and password within an address: remove the part before @, use a token instead",
    ],
    ["", "Required"],
  ])("that is %s is refused at its field", async (url, message) => {
    const { code, fields: faults } = await ask(post, fields({ url }));
    expect([code, faults]).toEqual([400, [{ path: "url", message }]]);
    expect(await names()).toEqual([]);
  });

  it("that is not allowed any more says so, and its video can be edited but for another one that is not", async () => {
    const id = await added();
    await people.site.restart({}, { VIDEO_SOURCES: "" });
    admin = await people.site.signIn("admin", "adminpw1");
    const [row] = (await listed()).list;
    expect(row?.allowed).toBe(false);
    const kept = { id, name: "Renamed", kind: "hls", url: row?.url ?? "", note: "", sort: 0 };
    expect((await ask(put, { ...kept, version: 1 })).code).toBe(0);
    const moved = await ask(put, { ...kept, url: `${videoSource}/b.m3u8`, version: 2 });
    expect(moved.fields.map(({ message }) => message)).toEqual([
      "Videos of https://video.example.com are not allowed. Ask the operator to add it to VIDEO_SOURCES (allowed now: none)",
    ]);
    await people.site.restart();
    admin = await people.site.signIn("admin", "adminpw1");
    expect((await listed()).list.map(({ name, allowed }) => [name, allowed])).toEqual([["Renamed", true]]);
  });

  it("is in no row of the log, whatever became of the call", async () => {
    const url = `${videoSource}/live/Wigeon27.m3u8?token=Wigeon27`;
    const id = await added({ url });
    await ask(put, { id, name: "Gate", kind: "hls", url: `${url}x`, note: "", sort: 0, version: 1 });
    await ask(post, fields({ url: "https://other.example.com/Wigeon27" }));
    await ask(post, fields({ url, kind: "rtsp" }));
    await ask(remove, { ids: [id] });
    const { list } = (await people.site.ask(deviceEvent.calls.query_user_event, { search: "device_video", pageSize: 20 }, { token: admin }))
      .data;
    expect(list.length).toBeGreaterThanOrEqual(5);
    const [, , , edit, add] = list;
    expect(JSON.parse(edit?.change ?? "")).toEqual({ url: ["***", "*** (changed)"] });
    expect(JSON.parse(add?.change ?? "")).toMatchObject({ name: [null, "Gate"], source: [null, videoSource], url: [null, "***"] });
    expect(JSON.stringify(list)).not.toContain("Wigeon27");
  });
});
