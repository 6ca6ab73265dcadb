import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dialCommand,
  postCommand,
  publishBytesCommand,
  publishCommand,
  registrationBytes,
  shellWord,
  type Target,
} from "#src/screens/devices/connect/connectCommands.ts";
import { holds } from "#tests/property.ts";

const target: Target = { host: "iot.example.com", origin: "https://iot.example.com", mqttPort: 1883, sn: "GW-1", password: "it's $HOME" };

/** The words that a shell makes of a command's text. */
const wordsOf = (command: string): string[] =>
  execFileSync("sh", ["-c", `words() { for word in "$@"; do printf '%s\\036' "$word"; done; }; words ${command}`])
    .toString()
    .split("\u001e")
    .slice(0, -1);

describe("the commands to copy", () => {
  it("reach their programs as they are meant, whatever the password has", () => {
    expect(wordsOf(publishCommand(target, "gw/GW-1/telemetry", '{"values":{"温度":21.5}}'))).toEqual([
      ...["mosquitto_pub", "-q", "1", "-h", "iot.example.com", "-p", "1883", "-u", "GW-1", "-P", "it's $HOME"],
      ...["-t", "gw/GW-1/telemetry", "-m", '{"values":{"温度":21.5}}'],
    ]);
    expect(wordsOf(postCommand(target, "telemetry", "[]"))).toEqual([
      ...["curl", "-u", "GW-1:it's $HOME", "-d", "[]", "https://iot.example.com/push/GW-1/telemetry"],
    ]);
  });

  it("give every text as one word", () => {
    holds(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const safe = text.replaceAll("\0", "").replaceAll("\u001e", "");
        expect(wordsOf(shellWord(safe))).toEqual([safe]);
      }),
      { numRuns: 40 },
    );
  });

  it("publish bytes as they are, and dial in with the registration first", () => {
    const printed = publishBytesCommand(target, "t", "AAEC/w==").split("| mosquitto_pub")[0]?.split("| \\")[0] ?? "";
    expect([...execFileSync("sh", ["-c", printed])]).toEqual([0, 1, 2, 255]);
    expect(dialCommand(target, 15_000, "GW-1,p%s")).toContain("{ printf '%s\\r\\n' GW-1,p%s; cat dtu.fifo; } | nc iot.example.com 15000");
    expect(registrationBytes("GW-1")).toBe("47 57 2D 31 0D 0A");
  });
});
