import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { company } from "#contract/resources/company.ts";
import { deviceRecipePicture } from "#contract/resources/deviceRecipePicture.ts";
import { imageFile } from "#contract/resources/imageFile.ts";
import { sys } from "#contract/resources/sys.ts";
import { user } from "#contract/resources/user.ts";
import { resources } from "#contract/resources.ts";
import { openPictureAllowance } from "#server/files/pictureAllowance.ts";
import { redraw } from "#server/files/redraw.ts";
import { removeUnusedPictures, sweepPictures } from "#server/files/unusedPictures.ts";
import { openTroubles } from "#server/system/troubles.ts";
import { drawn } from "#tests/server/drawn.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

const dayMs = 24 * 3_600_000;
const clock = { ahead: 0 };
let site: Site;
let admin: string;
let png: Buffer;
beforeAll(async () => {
  site = await openSite({ now: () => Date.now() + clock.ahead, uptime: () => performance.now() + clock.ahead });
  admin = await site.signIn("admin", adminPassword);
  png = await drawn("png");
});
afterAll(() => site.close());

const uploading = (token: string, language: "zh" | "en" = "en") =>
  site.ask(imageFile.calls.upload, { kind: "picture", file: new File([new Uint8Array(png)], "a.png") }, { token, language });
const uploaded = async (): Promise<string> => {
  const answer = await uploading(admin);
  if (answer.code !== 0) throw new Error(`${answer.code} ${answer.message}`);
  return answer.data.url;
};
const fileOf = (address: string): string => join(site.folder, address);
const agedBy = (address: string, ms: number): void => {
  const at = (Date.now() - ms) / 1000;
  utimesSync(fileOf(address), at, at);
};
const agedFile = (name: string, ms: number): string => {
  writeFileSync(fileOf(`/files/${name}`), png);
  agedBy(`/files/${name}`, ms);
  return `/files/${name}`;
};

describe("what one user may upload within a day", () => {
  it("is bounded in bytes, says so in both languages, and is free again a day after the first", async () => {
    const id = await site.addUser({ account: "snapper", roles: [], type: 3 });
    const { token } = await site.gatehouse.services.sessions.open(id, "");
    expect((await uploading(token)).code).toBe(0);
    site.gatehouse.services.pictureAllowance.take(id, limits.picturesPerDay.bytes - png.length);
    const english = await uploading(token);
    expect([english.code, english.message]).toEqual([413, "Limit of pictures for today reached (500, or 100 MB); try again tomorrow"]);
    expect((await uploading(token, "zh")).message).toBe("您今天上传的图片已达上限（500 张或 100 MB），请明天再试");
    expect((await uploading(admin)).code).toBe(0);
    clock.ahead = dayMs - 60_000;
    const { token: later } = await site.gatehouse.services.sessions.open(id, "");
    expect((await uploading(later)).code).toBe(413);
    clock.ahead = dayMs + 60_000;
    expect((await uploading(later)).code).toBe(0);
    admin = await site.signIn("admin", adminPassword);
  });

  it("is bounded in number, counts what is kept where that is more, and of each user apart", () => {
    const allowance = openPictureAllowance(() => 0);
    const { count, bytes } = limits.picturesPerDay;
    for (let n = 0; n < count; n += 1) allowance.take("one", 1);
    expect(() => allowance.take("one", 1)).toThrow("tooLarge");
    allowance.take("other", 1).kept(bytes);
    expect(() => allowance.take("other", 1)).toThrow("tooLarge");
    expect(() => allowance.take("third", 1)).not.toThrow();
  });
});

it("a picture of another format than it is taken for is refused", async () => {
  await expect(redraw(png, "jpeg", "picture")).rejects.toThrow("pictureInvalid");
  await expect(redraw(png, "png", "picture")).resolves.toBeInstanceOf(Buffer);
});

describe("a picture that no record uses", () => {
  const sweep = () => removeUnusedPictures(site.gatehouse.services.db, site.folder, Date.now());

  it("is removed a day after its upload, and nothing else is", async () => {
    const [unused, young] = [await uploaded(), await uploaded()];
    const others = ["x".repeat(24), "notes.txt", `${"p".repeat(24)}.apk`].map((name) => agedFile(name, 3 * dayMs));
    agedBy(unused, dayMs + 60_000);
    agedBy(young, dayMs - 60_000);
    expect(await sweep()).toBe(1);
    expect([unused, young, ...others].map((address) => existsSync(fileOf(address)))).toEqual([false, true, true, true, true]);
    expect((await fetch(site.base + unused)).ok).toBe(false);
  });

  it("stays wherever a record has it, and a day longer once none has it any more", async () => {
    const [avatar, logo, picture, platform, icon] = [
      await uploaded(),
      await uploaded(),
      await uploaded(),
      await uploaded(),
      await uploaded(),
    ];
    const profile = (await site.ask(user.calls.my, {}, { token: admin })).data;
    const own = (await site.ask(company.calls.get_my, {}, { token: admin })).data;
    const settings = (await site.ask(sys.calls.query, {}, { token: admin })).data;
    const saved = [
      await site.ask(user.calls.update, { ...profile, avatar, phone: "" }, { token: admin }),
      await site.ask(company.calls.update_my, { ...own, logo, picture }, { token: admin }),
      await site.ask(sys.calls.put, { ...settings, logo: platform }, { token: admin }),
      await site.ask(deviceRecipePicture.calls.post, { name: "Icons", bodies: [{ value: "1", picture: icon }] }, { token: admin }),
    ];
    expect(saved.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const used = [avatar, logo, picture, platform, icon];
    for (const address of used) agedBy(address, 30 * dayMs);
    expect(await sweep()).toBe(0);
    expect(used.map((address) => existsSync(fileOf(address)))).toEqual(used.map(() => true));
    const after = (await site.ask(user.calls.my, {}, { token: admin })).data;
    expect((await site.ask(user.calls.update, { ...after, avatar: "", phone: "" }, { token: admin })).code).toBe(0);
    expect(await sweep()).toBe(0);
    expect(Date.now() - statSync(fileOf(avatar)).mtimeMs).toBeLessThan(60_000);
    agedBy(avatar, dayMs + 60_000);
    expect(await sweep()).toBe(1);
  });

  it("is looked for in every field that takes a picture's address", () => {
    const others = ["/elsewhere.png", "abcdefghijklmnopqrstuvwx"];
    const isAddress = (schema: z.ZodType): boolean =>
      schema.safeParse("/files/abcdefghijklmnopqrstuvwx.png").success && !others.some((other) => schema.safeParse(other).success);
    const shapeOf = (schema: z.ZodType): [string, z.ZodType][] =>
      schema instanceof z.ZodObject ? Object.entries(schema.shape as Record<string, z.ZodType>) : [];
    const addresses = resources.flatMap(({ name, calls }) =>
      Object.values(calls).flatMap(({ request }) =>
        shapeOf(request).flatMap(([field, schema]) => {
          const inner = schema instanceof z.ZodDefault ? (schema.def.innerType as z.ZodType) : schema;
          const element = inner instanceof z.ZodArray ? (inner.element as z.ZodType) : undefined;
          const below = element ? shapeOf(element).filter(([, one]) => isAddress(one)) : [];
          return isAddress(schema) || below.length > 0 ? [`${name} ${field}`] : [];
        }),
      ),
    );
    expect([...new Set(addresses)].sort()).toEqual([
      "company logo",
      "company picture",
      "device image",
      "device_recipe_picture bodies",
      "device_recipe_picture picture",
      "sys logo",
      "user avatar",
    ]);
  });

  it("is found among many, some at a time, and by the next look where one was broken off", async () => {
    for (const name of readdirSync(join(site.folder, "files"))) rmSync(join(site.folder, "files", name));
    for (let n = 0; n < 700; n += 1) agedFile(`${String(n).padStart(24, "m")}.png`, 2 * dayMs);
    const left = () => readdirSync(join(site.folder, "files")).filter((name) => name.startsWith("mmm")).length;
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    const troubles = openTroubles(log, Date.now, () => performance.now());
    const { db } = site.gatehouse.services;
    /** The database goes away after the first look at some of them. */
    let looks = 0;
    const leaving = new Proxy(db, {
      get(target, name) {
        if (name !== "transaction") return Reflect.get(target, name, target) as unknown;
        looks += 1;
        if (looks > 1) throw new Error("away");
        return () => target.transaction();
      },
    });
    const parts = { dataDir: site.folder, log, troubles, believed: Date.now, firstAfterMs: 0 };
    const stop = sweepPictures({ ...parts, db: leaving });
    await vi.waitFor(() => expect(troubles.standing().map(({ part }) => part)).toEqual(["unused pictures"]));
    await stop();
    expect(left()).toBe(500);
    const stopLater = sweepPictures({ ...parts, db });
    await vi.waitFor(() => expect(left()).toBe(0));
    await stopLater();
    expect(troubles.standing()).toEqual([]);
    expect(lines.some((line) => line.includes('"pictures":500'))).toBe(true);
  });
});
