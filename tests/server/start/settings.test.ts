import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { auth } from "#contract/resources/auth.ts";
import { readConfig } from "#server/config.ts";
import { readDotEnv } from "#server/dotEnv.ts";
import { newFolder } from "#tests/server/operating/newFolder.ts";

const isSetting = (name: string): boolean => ["PORT", "TOKEN", "BODY"].includes(name);

/** What is wrong with the settings, a line each; nothing where they are taken. */
const mistakes = (variables: NodeJS.ProcessEnv, envFile = "none"): string[] => {
  try {
    readConfig(variables, envFile);
    return [];
  } catch (fault) {
    return String(fault instanceof Error ? fault.message : fault).split("\n");
  }
};

const open = (quote: string) => `the quote (${quote}) that its value begins with is not closed`;

it.each([
  [
    "a quote that nothing closes",
    'TOKEN="secret77\nPORT=5\nTHIS IS NOT A SETTING\n',
    [`1 TOKEN: ${open('"')}`, "3 no setting, those are written NAME=value"],
  ],
  ["one that the quote of a later setting would close", "PORT=1\nTOKEN='secret77\nPORT=5\nBODY='x'\n", [`2 TOKEN: ${open("'")}`]],
  ["more behind the quote that closes", 'TOKEN="sec"ret77"\nPORT=5', ['1 TOKEN: more stands behind the quote (") that closes its value']],
  ["the same behind several lines", "TOKEN=`a\nb` c\nPORT=5", ["1 TOKEN: more stands behind the quote (`) that closes its value"]],
  [
    "a comment that begins within a value",
    "TOKEN=secret77#abc",
    ["1 TOKEN: a # begins a comment: put the value in quotes, or a blank before it"],
  ],
])("finds in .env %s", (_what, text, expected) => {
  expect(readDotEnv(text, isSetting).mistakes.map(({ line, says }) => `${line} ${says}`)).toEqual(expected);
});

it.each([
  "PORT=81 # of the console\nexport TOKEN=x\r\n\r\n  BODY  =  a b  \r\n",
  'TOKEN="a#b" # not this\nBODY=\'{"a":"{phone}"}\'\nPORT=`"\'`',
  'TOKEN="-----BEGIN-----\nabc\n-----END-----"\nPORT=1',
  "TOKEN=\"a\\nb\"\nBODY='a\\nb'",
  "TOKEN=#empty\nPORT=\nBODY=a=b",
  "TOKEN=a\"b\nBODY=c'd",
])("reads %j as Node does", (text) => {
  expect(readDotEnv(text, isSetting)).toEqual({ settings: { ...parseEnv(text) }, mistakes: [] });
});

it("takes a value of blanks for none, and not the next line for it", () => {
  expect(readDotEnv("TOKEN= \nPORT=5", isSetting).settings).toEqual({ TOKEN: "", PORT: "5" });
});

it("does not start with mistakes in .env, a line each, nor takes what is left of the setting", () => {
  const file = join(newFolder(), ".env");
  writeFileSync(file, 'ADMIN_PASSWORD="secret77\nPRT=5\n');
  expect(mistakes({}, file)).toEqual([`${file}, line 1: ADMIN_PASSWORD: ${open('"')}`, `${file}: PRT is no setting`]);
});

it("takes a first password that its account can sign in with, and no longer one", () => {
  const signIn = (password: string) => auth.calls.login.request.safeParse({ username: "admin", password, code: "1" }).success;
  const [longest, longer] = ["x".repeat(limits.typedPassword), "x".repeat(limits.typedPassword + 1)];
  expect([mistakes({ ADMIN_PASSWORD: longest }), signIn(longest)]).toEqual([[], true]);
  expect([mistakes({ ADMIN_PASSWORD: longer }), signIn(longer)]).toEqual([["ADMIN_PASSWORD: at most 200 characters"], false]);
});

it.each(["app.db", "app.db-wal", "telemetry.db", "short-lived.db", "server.lock", "records.json", "files/head"])(
  "keeps the log's head and key off %s of the data folder",
  (name) => {
    const folder = newFolder();
    for (const setting of ["LOG_HEAD_FILE", "LOG_KEY_FILE"])
      expect(mistakes({ DATA_DIR: folder, [setting]: join(folder, name) })).toEqual([
        `${setting}: ${join(folder, name)} is a file of the server's own: set it to another one`,
      ]);
  },
);

it("keeps them off each other, the data folder itself, the settings and the certificates", () => {
  const folder = newFolder();
  const file = join(folder, "one");
  const is = (other: string) => `${file} is ${other} already: set`;
  expect(mistakes({ LOG_HEAD_FILE: file, LOG_KEY_FILE: file })).toEqual([
    `LOG_KEY_FILE: ${is("LOG_HEAD_FILE")} one of them to another file`,
  ]);
  expect(mistakes({ LOG_HEAD_FILE: file, LOG_KEY_FILE: `${file}.new` })).toHaveLength(1);
  const data = join(folder, "data");
  expect(mistakes({ DATA_DIR: data, LOG_HEAD_FILE: join(data, "log-key.pem") })).toHaveLength(2);
  expect(mistakes({ DATA_DIR: data, LOG_HEAD_FILE: data })).toEqual([`LOG_HEAD_FILE: ${data} is the data folder: name a file`]);
  expect(mistakes({ LOG_KEY_FILE: file }, file)).toEqual([`LOG_KEY_FILE: ${is("the file of the settings")} it to another file`]);
  const mqtts = { MQTTS_PORT: "8883", MQTTS_CERT: join(folder, "cert"), MQTTS_KEY: file };
  expect(mistakes({ ...mqtts, LOG_HEAD_FILE: file })).toEqual([`LOG_HEAD_FILE: ${is("MQTTS_KEY")} it to another file`]);
  expect(mistakes({ ...mqtts, DATA_DIR: data, LOG_HEAD_FILE: join(data, "head"), LOG_KEY_FILE: join(data, "key") })).toEqual([]);
});

it.runIf(process.platform !== "win32")("finds a file of the data folder whatever link leads there", () => {
  const folder = newFolder();
  mkdirSync(join(folder, "data"));
  symlinkSync(join(folder, "data"), join(folder, "link"));
  expect(mistakes({ DATA_DIR: join(folder, "link"), LOG_HEAD_FILE: join(folder, "data", "app.db") })).toHaveLength(1);
});
