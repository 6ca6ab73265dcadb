import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { company } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { imageFile } from "#contract/resources/imageFile.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { user } from "#contract/resources/user.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

interface Heard {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  code: number;
  data: unknown;
  message: string;
}

const form = "application/x-www-form-urlencoded";
const json = "application/json";

describe("what a request may look like", () => {
  let site: Site;
  let admin: string;
  let id: string;
  let recipeId: string;

  beforeAll(async () => {
    site = await openSite();
    admin = await site.signIn("admin", adminPassword);
    recipeId = (await addTemplate(site, admin, "Template", [])).recipeId;
    id = await addDevice(site, admin, { sn: "GW-0001", recipeId });
    const { db } = site.gatehouse.services;
    for (const kind of ["command", "event", "fault"])
      await db
        .insertInto("device_event")
        .values({
          id: `row-${kind}`,
          device_id: id,
          company_id: rootCompanyId,
          at: Date.now(),
          user_id: null,
          account: "",
          result: "",
          kind,
          content: "{}",
        })
        .execute();
  });
  afterAll(() => site.close());

  /** Sent byte for byte, which no fetch would. */
  const sent = (method: string, path: string, type: string | undefined, body: string | Buffer, more: Record<string, string> = {}) =>
    new Promise<Heard>((resolve, reject) => {
      const headers = { token: admin, "Accept-Language": "en-US", ...(type === undefined ? {} : { "Content-Type": type }), ...more };
      const asked = httpRequest(site.base + path, { method, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => {
          const text = Buffer.concat(parts).toString("utf8");
          const envelope = text.startsWith('{"code"') ? JSON.parse(text) : { code: 0, data: text, message: "" };
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, ...envelope });
        });
      });
      asked.on("error", reject);
      asked.end(body);
    });
  const post = (path: string, type: string | undefined, body: string | Buffer, more?: Record<string, string>) =>
    sent("POST", path, type, body, more);
  const said = ({ status, code, message }: Heard) => [status, code, message];
  const fields = ({ status, data }: Heard) => [status, (data as { fields?: { path: string; message: string }[] } | null)?.fields];
  const kinds = ({ data }: Heard) => (data as { list: { kind: string }[] }).list.map(({ kind }) => kind).sort();
  const events = deviceEvent.calls.query.path;

  describe("a list in a form", () => {
    it("is taken as JSON text, as one bare element, and as a field that stands several times", async () => {
      expect(kinds(await post(events, form, `deviceId=${id}&kinds=${encodeURIComponent('["command","event"]')}`))).toEqual([
        "command",
        "event",
      ]);
      expect(kinds(await post(events, form, `deviceId=${id}&kinds=command`))).toEqual(["command"]);
      expect(kinds(await post(events, form, `deviceId=${id}&kinds=command&kinds=event`))).toEqual(["command", "event"]);
      const consumers = await post(user.calls.get_child.path, form, "types=3");
      expect([consumers.code, (consumers.data as { list: unknown[] }).list]).toEqual([0, []]);
      expect(said(await post(device.calls.delete.path, form, "ids=1"))).toEqual([404, 404, "Record not found"]);
    });

    it("takes an object as its one element, and names what is no JSON", async () => {
      const { data } = await site.ask(deviceDataRecipe.calls.add_body, { recipeId, name: "Level", address: "L" }, { token: admin });
      const point = JSON.stringify({ slave: 1, pointId: data.id });
      const period = "from=2026-11-01T00%3A00%3A00Z&to=2026-11-02T00%3A00%3A00Z";
      const asked = (points: string) =>
        post(deviceDataLog.calls.query.path, form, `deviceId=${id}&${period}&points=${encodeURIComponent(points)}`);
      expect((await asked(point)).code).toBe(0);
      expect(fields(await asked("[{"))).toEqual([400, [{ path: "points", message: "Must be a list (in a form, as JSON text)" }]]);
    });
  });

  describe("a bare list of ids", () => {
    const { enable, disable } = user.calls;
    const bare = [enable, disable, company.calls.enable, company.calls.disable];
    it.each(bare.flatMap(({ path }) => ["application/json", "text/plain"].map((type) => [path, type] as const)))(
      "is taken by %s as %s",
      async (path, type) => {
        expect((await post(path, type, '["nobody"]')).code).toBe(404);
        expect((await post(path, type, '"nobody"')).code).toBe(404);
        expect(fields(await post(path, type, "[]"))).toEqual([400, [{ path: "ids", message: "Choose at least one" }]]);
      },
    );

    it("is no request of a call that takes more than ids, or none", async () => {
      const whole = "The body must be a JSON object";
      expect((await post(user.calls.edit_child_role.path, "application/json", '["nobody"]')).message).toBe(whole);
      expect((await post(device.calls.delete.path, "application/json", '["nobody"]')).message).toBe(whole);
    });
  });

  describe("a body of a type that the call does not take", () => {
    it.each([
      ["a text for a form", "text/plain", "kinds=command"],
      ["XML", "application/xml", "<a/>"],
      ["a form without its own name", "application/form", "kinds=command"],
    ])("is refused in words, never answered with every row: %s", async (_what, type, body) => {
      expect(said(await post(events, type, body))).toEqual([
        415,
        415,
        `This call does not accept ${type}; send application/x-www-form-urlencoded, application/json`,
      ]);
    });

    it("is refused as a multipart form and without a type", async () => {
      const multipart = '--x\r\nContent-Disposition: form-data; name="kinds"\r\n\r\ncommand\r\n--x--\r\n';
      expect((await post(events, "multipart/form-data; boundary=x", multipart)).status).toBe(415);
      expect(said(await post(events, undefined, "kinds=command"))).toEqual([
        415,
        415,
        "The body has no content type, send application/x-www-form-urlencoded, application/json",
      ]);
      expect((await post(imageFile.calls.upload.path, form, "kind=avatar")).status).toBe(415);
    });

    it("is refused in another charset, by name or by its bytes", async () => {
      const packed = Buffer.concat([Buffer.from("search="), Buffer.from([0xb1, 0xc3])]);
      expect(said(await post(events, `${form}; charset=GBK`, packed))).toEqual([415, 415, "The body must be in UTF-8, not in GBK"]);
      const notUtf8 = [400, 400, "The request is not valid UTF-8, encode it in UTF-8"];
      expect(said(await post(events, form, packed))).toEqual(notUtf8);
      expect(said(await post(events, form, "search=%B1%C3"))).toEqual(notUtf8);
      expect(said(await sent("GET", "/api/get_random_code?random=%B1%C3", undefined, ""))).toEqual(notUtf8);
      expect((await post(events, `${json}; charset="utf-8"`, "{}")).code).toBe(0);
      expect(said(await post(events, json, "{}", { "Content-Encoding": "zstd-none" }))).toEqual([
        415,
        415,
        "A body packed with zstd-none cannot be read, send it as it is",
      ]);
    });

    it("keeps a lone percent sign of a form", async () => {
      for (const search of ["100%", "x%2", "%zz"])
        expect([search, (await post(events, form, `search=${search}`)).code]).toEqual([search, 0]);
    });
  });

  describe("JSON", () => {
    it.each([
      ["nothing", "", "The body is empty, send an empty JSON object where there are no fields"],
      ["null, which is not an empty request", "null", "The body must be a JSON object"],
      ["a list", '["command"]', "The body must be a JSON object"],
      ["half an object", '{"kinds":', "The body is not valid JSON, check its syntax"],
      ["a name twice", '{"search":"a","kind":"event","search":"b"}', "search stands twice in the JSON, write it once"],
      ["a name twice by its escape", '{"kind":"event","\\u006bind":"command"}', "kind stands twice in the JSON, write it once"],
      ["a name twice further down", '{"kinds":[{"a":1,"a":2}]}', "a stands twice in the JSON, write it once"],
      ["great depth", `{"kinds":${"[".repeat(200_000)}${"]".repeat(200_000)}}`, "The JSON is nested deeper than 32 levels, nest it less"],
      ["a prototype", '{"__proto__":{"kind":"event"}}', "The name __proto__ cannot be used in the JSON"],
    ])("is refused in words: %s", async (_what, body, words) => {
      expect(said(await post(events, json, body))).toEqual([400, 400, words]);
    });

    it("is read behind a byte-order mark, with the same name in two objects and marks within texts", async () => {
      const body = '{"search":"{\\"a\\":1,\\"a\\":2}\\\\","kinds":["event"]}';
      expect((await post(events, json, `\ufeff${body}`)).code).toBe(0);
      const slaves = '[{"no":1,"name":"One"},{"no":2,"name":"Two"}]';
      expect(fields(await post(device.calls.post.path, json, `{"slaves":${slaves}}`))[1]).toContainEqual({
        path: "slaves.1.recipeId",
        message: "Required",
      });
    });
  });

  describe("a field that the call does not have", () => {
    const unknown = "This call has no such field, check its name";

    it("is named, in a form, in JSON, in a query and further down", async () => {
      expect(fields(await post(events, form, "kinds=event&devcieId=x"))).toEqual([400, [{ path: "devcieId", message: unknown }]]);
      expect(fields(await post(events, json, '{"devcieId":"x"}'))).toEqual([400, [{ path: "devcieId", message: unknown }]]);
      expect(fields(await post(events, form, "__proto__=x&constructor=y"))).toEqual([
        400,
        [
          { path: "__proto__", message: unknown },
          { path: "constructor", message: unknown },
        ],
      ]);
      expect(fields(await sent("GET", "/api/get_random_code?random=r&_=1", undefined, ""))).toEqual([
        400,
        [{ path: "_", message: unknown }],
      ]);
      const slaves = [{ no: 1, name: "One", recipeId, colour: "red" }];
      const made = { name: "Pump", sn: "GW-0002", typeId: "type-general", industry: "x", slaves };
      const named = [400, [{ path: "slaves.0.colour", message: unknown }]];
      expect(fields(await post(device.calls.post.path, json, JSON.stringify(made)))).toEqual(named);
      const fieldsOfForm = new URLSearchParams({ ...made, slaves: JSON.stringify(slaves) });
      expect(fields(await post(device.calls.post.path, form, fieldsOfForm.toString()))).toEqual(named);
    });

    it("is named where it stands in the address of a call that has a body", async () => {
      expect(fields(await post(`${events}?kind=event`, form, ""))).toEqual([
        400,
        [{ path: "kind", message: "Send this field in the body, not in the address" }],
      ]);
    });

    it("is refused as well where a field with one value stands twice", async () => {
      expect(fields(await post(events, form, "kind=event&kind=command"))).toEqual([
        400,
        [{ path: "kind", message: "Send this field only once" }],
      ]);
    });
  });

  describe("a wrong address", () => {
    it("is said to be no call, in the language asked for", async () => {
      expect(said(await post("/api/device/qurey", form, ""))).toEqual([404, 404, "There is no call /api/device/qurey, check the path"]);
      expect(said(await post("/api/device/query/", form, "", { "Accept-Language": "zh-CN" }))).toEqual([
        404,
        404,
        "没有接口 /api/device/query/，请检查路径",
      ]);
      expect(said(await sent("GET", "/api/%E0%A4%A", undefined, ""))).toEqual([404, 404, "There is no call /api/%E0%A4%A, check the path"]);
    });

    it("is told its methods where the method is wrong", async () => {
      const got = await sent("GET", `${events}?kind=event`, undefined, "");
      expect([...said(got), got.headers.allow]).toEqual([405, 405, `${events} does not accept GET; use POST`, "POST"]);
      const put = await sent("PUT", "/api/get_random_code", "application/xml", "<a/>");
      expect([...said(put), put.headers.allow]).toEqual([405, 405, "/api/get_random_code does not accept PUT; use GET, HEAD", "GET, HEAD"]);
      expect((await sent("DELETE", "/api/docs", undefined, "")).status).toBe(405);
    });
  });

  describe("a time", () => {
    it("is taken with an offset wherever a time is taken", async () => {
      const own = await site.ask(company.calls.get_my, {}, { token: admin });
      const fieldsOfCompany = { parentId: own.data.id, name: "Offset", expiresAt: "2030-01-01T08:00:00+08:00" };
      const root = await site.ask(company.calls.post, fieldsOfCompany, { token: admin });
      const { data } = await site.ask(company.calls.get, { id: root.data.id }, { token: admin });
      expect(data.expiresAt).toBe("2030-01-01T00:00:00.000Z");
      const between = (from: string, to: string) => post(events, json, JSON.stringify({ deviceId: id, from, to }));
      const now = new Date(Date.now() + 8 * 3_600_000);
      const offset = (ms: number) => new Date(now.getTime() + ms).toISOString().replace("Z", "+08:00");
      expect(kinds(await between(offset(-60_000), offset(60_000)))).toEqual(["command", "event", "fault"]);
      expect(kinds(await between(offset(60_000), offset(120_000)))).toEqual([]);
    });

    it("is said how to be written where it is not one", async () => {
      const words = "Write a time like 2026-01-14T10:00:00Z or 2026-01-14T18:00:00+08:00 (in a form, write the + as %2B)";
      for (const from of ["2026-01-14", "2026-01-14T10:00:00", "2026-01-14T18:00:00+08:00"])
        expect([from, fields(await post(events, form, `from=${from}`))]).toEqual([from, [400, [{ path: "from", message: words }]]]);
      expect(fields(await post(events, json, '{"from":"2026-02-30T00:00:00Z"}'))).toEqual([400, [{ path: "from", message: words }]]);
    });
  });

  describe("what a refusal says of a field", () => {
    const refused = async (path: string, request: object) => fields(await post(path, json, JSON.stringify(request)))[1];

    it("is its limit", async () => {
      const slaves = [{ no: 1, name: "One", recipeId }];
      const whole = { name: "x".repeat(41), sn: "GW-0003", typeId: "type-general", industry: "x", lng: 181, lat: -90.5, slaves };
      expect(await refused(device.calls.post.path, whole)).toEqual([
        { path: "name", message: "Characters too long: at most 40" },
        { path: "lng", message: "The longitude must be from −180 to 180" },
        { path: "lat", message: "The latitude must be from −90 to 90" },
      ]);
      expect(
        await refused(device.calls.query.path, { pageSize: 1001, pageNo: 0, sortOrder: "up", presence: "away", alarmed: "x" }),
      ).toEqual([
        { path: "pageNo", message: "Must be at least 1" },
        { path: "pageSize", message: "Must be at most 1000" },
        { path: "sortOrder", message: "Must be one of: asc, desc" },
        { path: "presence", message: "Must be one of: online, offline, inactive" },
        { path: "alarmed", message: "Must be true or false" },
      ]);
      expect(await refused("/api/alarm_log/recover", { ids: "a", state: 3, remark: "done" })).toEqual([
        { path: "ids", message: "Must be a list (in a form, as JSON text)" },
        { path: "state", message: "Must be one of: 1, 2" },
      ]);
    });

    it("is that it is missing", async () => {
      expect(await refused(device.calls.get.path, {})).toEqual([{ path: "id", message: "Required" }]);
    });
  });

  it("says how much a body may hold", async () => {
    expect(said(await post(device.calls.post.path, json, JSON.stringify({ name: "x".repeat(2_000_000) })))).toEqual([
      413,
      413,
      "The submitted content is too large: at most 1 MB",
    ]);
  });
});
