import { expect, it } from "vitest";
import { ConfigFault, readConfig } from "#server/config.ts";

const read = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL }, "/nonexistent/.env").publicUrl;

it.each([
  "https://host/iot/",
  "https://host/iot",
  "http://host:8080/a/b",
  "https://host/?a=1",
  "https://user:secret@host",
  "https://host/#/login",
])("refuses %s at the start, in one line: the console answers at the root of a host", (address) => {
  expect(() => read(address)).toThrow(ConfigFault);
  expect(() => read(address)).toThrow(/^PUBLIC_URL: the console answers at the root of a host[^\n]*$/);
});

it.each(["ftp://host", "host"])("refuses %s, which no browser opens", (address) => {
  expect(() => read(address)).toThrow(/^PUBLIC_URL: an address like[^\n]*$/);
});

it.each(["https://host", "https://host/", "http://192.0.2.7:8080"])("takes %s", (address) => {
  expect(read(address)).toBe(address);
});
