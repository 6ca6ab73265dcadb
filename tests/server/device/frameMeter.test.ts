import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FrameMeter } from "#server/device/frameMeter.ts";

describe("FrameMeter", () => {
  test("finds the longest packet, however the stream is cut", () => {
    const frame = (length: number) => {
      const header = [0x30];
      for (let rest = length; ; rest >>= 7) {
        header.push(rest < 128 ? rest : (rest & 0x7f) | 0x80);
        if (rest < 128) break;
      }
      return Buffer.concat([Buffer.from(header), Buffer.alloc(length, 0xff)]);
    };
    const lengths = fc.array(fc.oneof(fc.constantFrom(0, 1, 127, 128, 16_383, 16_384), fc.nat(3000)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lengths, fc.array(fc.nat(40_000), { maxLength: 10 }), (bodies, cuts) => {
        const stream = Buffer.concat(bodies.map(frame));
        const meter = new FrameMeter();
        const edges = [0, ...cuts.filter((cut) => cut < stream.length).sort((a, b) => a - b), stream.length];
        const found = edges.slice(1).map((edge, i) => meter.longest(stream.subarray(edges[i], edge)));
        expect(Math.max(...found)).toBe(Math.max(...bodies));
      }),
    );
  });
});
