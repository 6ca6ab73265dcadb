import { beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { captchaLetters } from "#server/auth/captchaGlyphs.ts";
import { type Captchas, openCaptchas } from "#server/auth/captchas.ts";
import { heldShortly } from "#tests/server/heldShortly.ts";
import { inkOf, readCaptcha } from "./captchaReader.ts";

describe("the captcha's picture", () => {
  let captchas: Captchas;
  beforeAll(async () => {
    captchas = openCaptchas(await heldShortly());
  });
  const draw = async (random: string) => ({ svg: (await captchas.draw(random)).image, text: (await captchas.peek(random)) ?? "" });
  const drawMany = async (name: string, count: number) => {
    const drawn: Awaited<ReturnType<typeof draw>>[] = [];
    for (let n = 0; n < count; n += 1) drawn.push(await draw(`${name}${n}`));
    return drawn;
  };

  it("holds pixels and no path, text or name that could be looked up", async () => {
    const { svg, text } = await draw("r");
    expect(svg).toMatch(
      /^<svg xmlns="[^"]+" width="120" height="40" viewBox="0 0 120 40"><image [^>]*href="data:image\/png;base64,[\w+/=]+"\/><\/svg>$/,
    );
    expect(svg.replace(/base64,[^"]+/, "")).not.toContain(text);
    expect(svg.length).toBeLessThan(16_000);
    const { width, height, ink } = inkOf(svg);
    const share = ink.reduce((sum, cell) => sum + cell, 0) / (width * height);
    expect([width, height, share > 0.08 && share < 0.5]).toEqual([240, 80, true]);
  });

  it("is another one for the same text each time, and its texts use all letters alike", async () => {
    const texts = await drawMany("t", 200);
    expect(new Set(texts.map(({ svg }) => svg)).size).toBe(texts.length);
    expect(texts.every(({ text }) => text.length === limits.captcha.length)).toBe(true);
    expect([...new Set(texts.flatMap(({ text }) => [...text]))].sort()).toEqual([...captchaLetters].sort());
  });

  it("stands out from its ground in whatever theme, by 7:1", async () => {
    const light = ([red = 0, green = 0, blue = 0]: number[]): number => {
      const part = (value: number) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
      return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
    };
    for (const { svg } of await drawMany("c", 20)) {
      const file = Buffer.from(/base64,([^"]+)/.exec(svg)?.[1] ?? "", "base64");
      const at = file.indexOf("PLTE") + 4;
      const last = at + file.readUInt32BE(at - 8) - 3;
      const [ground, ink] = [[...file.subarray(at, at + 3)], [...file.subarray(last, last + 3)]];
      expect((light(ground) + 0.05) / (light(ink) + 0.05)).toBeGreaterThan(7);
    }
  });

  it("is seldom read by a program that has the letters and their usual places", { timeout: 120_000 }, async () => {
    const drawn = await drawMany("p", 24);
    const read = drawn.filter(({ svg, text }) => readCaptcha(svg) === text);
    expect(read.length).toBeLessThan(10);
  });
});
