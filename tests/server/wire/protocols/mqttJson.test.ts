import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseTopic, topicOf } from "#server/wire/mqtt/mqttTopics.ts";
import { upKinds } from "#server/wire/protocol.ts";
import {
  commandPayload,
  parseEvent,
  parseInfo,
  parseLocation,
  parseReply,
  parseTelemetry,
} from "#server/wire/protocols/mqttJson/mqttJson.ts";
import { isTopicLevel } from "#server/wire/transport.ts";
import { holds } from "#tests/property.ts";

const arrivedAt = Date.UTC(2026, 0, 14, 12);
const ts = arrivedAt - 5000;

function telemetry(body: unknown) {
  const read = parseTelemetry(Buffer.from(typeof body === "string" ? body : JSON.stringify(body)), arrivedAt);
  if (!read.ok) throw new Error(`${read.fault.reason} at ${read.fault.at}`);
  return read;
}

describe("parseTelemetry", () => {
  test("reads one object and an array, with time in ms, in ISO or absent", () => {
    const slaves = [
      { no: 1, values: { "40001": 215, temp: 21.5 } },
      { no: 247, values: { run: true } },
    ];
    const readings = (at: number | undefined) => [
      { slave: 1, key: "40001", raw: 215, ts: at },
      { slave: 1, key: "temp", raw: 21.5, ts: at },
      { slave: 247, key: "run", raw: true, ts: at },
    ];
    expect(telemetry({ ts, slaves })).toEqual({ ok: true, readings: readings(ts), faults: [] });
    expect(telemetry([{ ts, slaves }, { slaves }]).readings).toEqual([...readings(ts), ...readings(undefined)]);
    for (const written of [
      "2026-01-14T11:59:55Z",
      "2026-01-14T19:59:55+08:00",
      "2026-01-14 19:59:55.000+0800",
      "2026-01-14T11:59:55",
      "2026-01-14 19:59:55,0+08",
      `${ts}`,
      `${ts}.75`,
    ])
      expect(telemetry({ ts: written, slaves }).readings).toEqual(readings(ts));
  });

  test("takes values alone for slave 1 [S7.115]", () => {
    expect(telemetry({ values: { a: 0 } }).readings).toEqual([{ slave: 1, key: "a", raw: 0, ts: undefined }]);
  });

  test("stores at arrival what is more than five minutes ahead, and says so", () => {
    expect(telemetry({ ts: arrivedAt + 300_001, values: { a: 1 } })).toEqual({
      ok: true,
      readings: [{ slave: 1, key: "a", raw: 1, ts: undefined }],
      faults: [{ reason: "future", at: "$.ts" }],
    });
    expect(telemetry({ ts: arrivedAt + 300_000, values: { a: 1 } }).readings[0]?.ts).toBe(arrivedAt + 300_000);
  });

  test("takes a time that is null or empty for none, as a device sends it whose clock is not set yet", () => {
    for (const ts of [null, ""])
      expect(telemetry({ ts, values: { a: 1 } })).toEqual({
        ok: true,
        readings: [{ slave: 1, key: "a", raw: 1, ts: undefined }],
        faults: [],
      });
    expect(telemetry({ ts: "2028-02-29T00:00:00Z", values: { a: 1 } }).faults).toEqual([{ reason: "future", at: "$.ts" }]);
  });

  test.each([-1, 0, 946_684_799_999, " ", "yesterday", "2026", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-04-31", true, {}])(
    "refuses readings at the time %j",
    (time) => {
      expect(telemetry([{ ts: time, values: { a: 1 } }, { values: { b: 2 } }])).toEqual({
        ok: true,
        readings: [{ slave: 1, key: "b", raw: 2, ts: undefined }],
        faults: [{ reason: "time", at: "$[0].ts" }],
      });
    },
  );

  test.each([0, 248, -1, 1.5, "1", null, undefined])("refuses slave number %j and keeps the others", (no) => {
    const read = telemetry({
      slaves: [
        { no, values: { a: 1 } },
        { no: 2, values: { b: 2 } },
      ],
    });
    expect(read.readings).toEqual([{ slave: 2, key: "b", raw: 2, ts: undefined }]);
    expect(read.faults).toEqual([{ reason: "slave", at: "$.slaves[0].no" }]);
  });

  test.each([
    ["9007199254740992.5", "9007199254740992.5"],
    ["-4503599627370497.5", "-4503599627370497.5"],
    ["9.00719925474099325e15", "9.00719925474099325e15"],
    ["9007199254740993.0", "9007199254740993"],
    ["4503599627370496.0", 4503599627370496],
    ["21.000000000000000001", 21],
  ])("hands on the fraction of %s, which no double has", (written, raw) => {
    expect(telemetry(`{"values":{"a":${written}}}`).readings).toEqual([{ slave: 1, key: "a", raw, ts: undefined }]);
  });

  test("names the part of a wrong shape", () => {
    const at = (body: unknown) => telemetry(body).faults.map((fault) => `${fault.reason} ${fault.at}`);
    expect(at([1, {}, { slaves: 1 }, { values: [] }, { slaves: [1, { no: 1 }] }])).toEqual([
      "shape $[0]",
      "empty $[1]",
      "shape $[2].slaves",
      "shape $[3].values",
      "shape $[4].slaves[0]",
      "shape $[4].slaves[1].values",
    ]);
  });

  // Looking for the end of the text again from each of its quotation marks would take hours.
  test.each(['\\"', '\\"\n', '\\\\"', '"\\'])("is soon done with a text of %j that does not end", (part) => {
    for (const end of ["", "\\", "\\n"])
      expect(parseTelemetry(`{"a":"${part.repeat(1_000_000)}${end}`, arrivedAt)).toMatchObject({ ok: false, fault: { reason: "json" } });
  });

  test("refuses what is not JSON in UTF-8, and JSON that is no object", () => {
    for (const broken of ["", "{", "nanny", "{NaN:1}", '{"a":NaNa}', '{"a":nan(ind}', '{"a":21.#INF}', '{"a":1.#}', "[".repeat(60_000)]) {
      expect(parseTelemetry(broken, arrivedAt)).toEqual({ ok: false, fault: { reason: "json", at: "$" } });
    }
    expect(parseTelemetry(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), arrivedAt)).toMatchObject({ fault: { reason: "json" } });
    for (const scalar of ["1", "null", '"x"']) expect(parseTelemetry(scalar, arrivedAt)).toMatchObject({ fault: { reason: "shape" } });
  });

  test.each([
    [
      '{"values":{"f":NaN,"other":777}}',
      [
        ["f", Number.NaN],
        ["other", 777],
      ],
    ],
    [
      '{"values":{"f":-Infinity,"g": Infinity ,"other":777}}',
      [
        ["f", Number.NEGATIVE_INFINITY],
        ["g", Number.POSITIVE_INFINITY],
        ["other", 777],
      ],
    ],
    [
      '{"values":{"f":nan,"g":-inf,"h":+inf,"t":"NaN, Infinity \\" NaN","c":9007199254740993}}',
      [
        ["f", Number.NaN],
        ["g", Number.NEGATIVE_INFINITY],
        ["h", Number.POSITIVE_INFINITY],
        ["t", 'NaN, Infinity " NaN'],
        ["c", "9007199254740993"],
      ],
    ],
    [
      '{"values":{"a":-nan(ind),"b":nan(0x1),"c":nan(snan),"d":NaNQ,"e":1.#QNAN,"f":-1.#IND00,"h":7}}',
      [..."abcdef"].map((key) => [key, Number.NaN]).concat([["h", 7]]),
    ],
    [
      '{"values":{"a":1.#INF,"b":-1.#INF00e+000,"t":"1.#INF, nan(ind)"}}',
      [
        ["a", Number.POSITIVE_INFINITY],
        ["b", Number.NEGATIVE_INFINITY],
        ["t", "1.#INF, nan(ind)"],
      ],
    ],
  ])("reads numbers that are not finite as values of their own: %s", (body, expected) => {
    expect(telemetry(body).readings.map(({ key, raw }) => [key, raw])).toEqual(expected);
  });

  test("refuses a time that is not finite and keeps the readings beside it", () => {
    expect(telemetry('[{"ts":NaN,"values":{"a":1}},{"values":{"b":2}}]')).toEqual({
      ok: true,
      readings: [{ slave: 1, key: "b", raw: 2, ts: undefined }],
      faults: [{ reason: "time", at: "$[0].ts" }],
    });
  });

  test("reads a message with a byte-order mark", () => {
    expect(telemetry('\ufeff{"values":{"a":1}}').readings).toEqual([{ slave: 1, key: "a", raw: 1, ts: undefined }]);
    expect(parseReply('\ufeff{"id":"c1","code":0}')).toMatchObject({ ok: true });
  });

  test("takes what is nested 5,000 deep for a value of its own", () => {
    const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
    expect(telemetry(`{"values":{"a":${deep},"b":2}}`).readings.map(({ key }) => key)).toEqual(["a", "b"]);
    expect(telemetry(deep).faults).toEqual([{ reason: "shape", at: "$[0]" }]);
  });

  test("takes NaN that is nested tens of thousands deep, beside others, for what it is", () => {
    const deep = `${"[".repeat(30_000)}NaN${"]".repeat(30_000)}`;
    expect(telemetry(deep).faults).toEqual([{ reason: "shape", at: "$[0]" }]);
    const { readings } = telemetry(`{"values":{"a":${deep},"b":NaN,"c":{"d":[NaN]},"__proto__":NaN}}`);
    expect(readings.map(({ key }) => key)).toEqual(["a", "b", "c", "__proto__"]);
    expect(readings.slice(1).map(({ raw }) => raw)).toEqual([Number.NaN, { d: [Number.NaN] }, Number.NaN]);
  });

  test("keeps every digit of integers beyond 2^53, however they are written, and leaves texts and fractions alone", () => {
    const body =
      '{"values":{"a":18446744073709551615,"b":-9223372036854775808,"c":9007199254740991,"d":"12345678901234567890 \\" 12345678901234567890","e":1.12345678901234567,"f":12345678901234567890e1,"g":9007199254740993e0,"h":9.007199254740993E+15,"i":123456789012345e3,"j":9007199254740993.0,"k":1e35,"l":1e300,"m":90071992547409930e-1}}';
    expect(telemetry(body).readings.map((reading) => reading.raw)).toEqual([
      "18446744073709551615",
      "-9223372036854775808",
      9007199254740991,
      '12345678901234567890 " 12345678901234567890',
      1.1234567890123457,
      "123456789012345678900",
      "9007199254740993",
      "9007199254740993",
      "123456789012345000",
      "9007199254740993",
      `1${"0".repeat(35)}`,
      1e300,
      "9007199254740993",
    ]);
    holds(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }), (value) => {
        expect(String(telemetry(`{"values":{"a":${value}}}`).readings[0]?.raw)).toBe(value.toString());
      }),
    );
  });

  test("treats names of the prototype as any other key", () => {
    const body = '{"values":{"__proto__":1,"constructor":2,"toString":3},"__proto__":{"ts":5}}';
    expect(telemetry(body).readings.map(({ key, raw }) => [key, raw])).toEqual([
      ["__proto__", 1],
      ["constructor", 2],
      ["toString", 3],
    ]);
    expect(Reflect.get({}, "ts")).toBeUndefined();
  });

  test("reads or refuses any JSON and never throws", () => {
    holds(
      fc.property(fc.json(), (text) => {
        const read = parseTelemetry(text, arrivedAt);
        if (read.ok) for (const { ts: own = arrivedAt } of read.readings) expect(own).toBeGreaterThan(0);
      }),
    );
  });
});

describe("the other messages", () => {
  const refused = (at: string) => ({ ok: false, fault: { reason: "shape", at } });

  test("reads events", () => {
    expect(parseEvent('{"type":"door","content":"open"}')).toEqual({ ok: true, message: { type: "door", content: "open" } });
    expect(parseEvent('{"type":"door","content":{"n":1}}')).toEqual({ ok: true, message: { type: "door", content: '{"n":1}' } });
    expect(parseEvent('{"type":"door"}')).toEqual({ ok: true, message: { type: "door", content: "" } });
    const nested = (depth: number) => `{"type":"door","content":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}`;
    expect(parseEvent(nested(100))).toMatchObject({ ok: true });
    for (const depth of [101, 5000, 10_000])
      expect(parseEvent(nested(depth))).toEqual({ ok: false, fault: { reason: "deep", at: "$.content" } });
    expect(parseEvent('{"content":"open"}')).toEqual(refused("$.type"));
    expect(parseEvent("[]")).toEqual(refused("$"));
  });

  test("reads locations on the globe", () => {
    const arrivedAt = Date.UTC(2026, 5, 1);
    const location = (text: string) => parseLocation(text, arrivedAt);
    expect(location('{"lng":121.47,"lat":-90}')).toEqual({ ok: true, message: { lng: 121.47, lat: -90, ts: undefined } });
    expect(location('{"lng":180.01,"lat":0}')).toEqual(refused("$.lng"));
    expect(location('{"lng":0,"lat":1e999}')).toEqual(refused("$.lat"));
    expect(location('{"lng":"121","lat":31}')).toEqual(refused("$.lng"));
    expect(location('{"lng":1,"lat":2,"ts":"2026-05-31T12:00:00+08:00"}')).toEqual({
      ok: true,
      message: { lng: 1, lat: 2, ts: Date.UTC(2026, 4, 31, 4) },
    });
    expect(location('{"lng":1,"lat":2,"ts":"noon"}')).toEqual({ ok: false, fault: { reason: "time", at: "$.ts" } });
    expect(location(`{"lng":1,"lat":2,"ts":${arrivedAt + 300_001}}`)).toEqual({
      ok: true,
      message: { lng: 1, lat: 2, ts: undefined },
      faults: [{ reason: "future", at: "$.ts" }],
    });
  });

  test("reads any subset of the device's information and all digits of a card number", () => {
    const full =
      '{"softwareVersion":"1.2.0","hardwareVersion":"B","parameterVersion":"7","signal":-71,"iccid":89860123456789012345,"other":1}';
    expect(parseInfo(full)).toEqual({
      ok: true,
      message: { softwareVersion: "1.2.0", hardwareVersion: "B", parameterVersion: "7", signal: -71, iccid: "89860123456789012345" },
      faults: [],
    });
    expect(parseInfo("{}")).toEqual({ ok: true, message: {}, faults: [] });
    expect(parseInfo("[]")).toEqual(refused("$"));
  });

  test("keeps of a device's information what can be read beside what cannot, and takes null for nothing said", () => {
    const shape = (member: string) => ({ reason: "shape", at: `$.${member}` });
    const long = "v".repeat(65);
    expect(parseInfo(`{"softwareVersion":"1.2","hardwareVersion":"${long}","iccid":{},"signal":"strong"}`)).toEqual({
      ok: true,
      message: { softwareVersion: "1.2" },
      faults: [shape("hardwareVersion"), shape("iccid"), shape("signal")],
    });
    expect(parseInfo('{"softwareVersion":"1.2","iccid":null,"signal":null}')).toEqual({
      ok: true,
      message: { softwareVersion: "1.2" },
      faults: [],
    });
    expect(parseInfo('{"softwareVersion":"1.2","signal":NaN}')).toMatchObject({
      message: { softwareVersion: "1.2" },
      faults: [shape("signal")],
    });
  });

  test("keeps in an event's content what is no finite number as it was written", () => {
    const content = (text: string) => parseEvent(`{"type":"a","content":${text}}`);
    expect(content("NaN")).toMatchObject({ message: { content: "NaN" } });
    expect(content('{"v":NaN,"w":[-Infinity,1],"t":"NaN"}')).toMatchObject({
      message: { content: '{"v":"NaN","w":["-Infinity",1],"t":"NaN"}' },
    });
  });

  test("reads replies to commands", () => {
    expect(parseReply('{"id":"c1","code":0,"message":"ok"}')).toEqual({ ok: true, message: { id: "c1", code: 0, message: "ok" } });
    expect(parseReply('{"id":7,"code":3}')).toEqual({ ok: true, message: { id: "7", code: 3, message: "" } });
    expect(parseReply('{"id":"c1","code":"0"}')).toEqual(refused("$.code"));
    expect(parseReply('{"code":0}')).toEqual(refused("$.id"));
  });

  test("writes commands", () => {
    expect(JSON.parse(commandPayload("c1", 2, { "40001": 215, run: true }))).toEqual({
      id: "c1",
      slave: 2,
      values: { "40001": 215, run: true },
    });
  });
});

describe("topics", () => {
  test("come back as the device and kind that they were made of", () => {
    for (const kind of upKinds) expect(parseTopic(topicOf("SN-01", kind))).toEqual({ sn: "SN-01", place: kind });
  });

  test("are nothing else", () => {
    for (const topic of [
      "gw/a/command",
      "gw/a/ota",
      "gw//event",
      "gw/a/b/event",
      "xgw/a/event",
      "gw/a/event/",
      "$SYS/a/event",
      "gw/a/event\n",
    ])
      expect(parseTopic(topic)).toBeUndefined();
    for (const sn of ["", "a/b", "+", "a#", "a\0", "x".repeat(129)]) expect(isTopicLevel(sn)).toBe(false);
  });
});
