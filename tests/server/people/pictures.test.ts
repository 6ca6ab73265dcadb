import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { imageFile } from "#contract/resources/imageFile.ts";
import { blackPng, drawn, moving } from "#tests/server/drawn.ts";
import { openSite, type Site } from "#tests/server/site.ts";

let site: Site;
let admin: string;

beforeAll(async () => {
  site = await openSite();
  admin = await site.signIn("admin", "adminpw1");
});
afterAll(() => site.close());

const ask: Site["ask"] = (call, request, asked) => site.ask(call, request, asked);

describe("pictures", () => {
  let png: Buffer;
  let pictures: Readonly<Record<"png" | "jpg" | "gif", Buffer>>;
  beforeAll(async () => {
    png = await drawn("png");
    pictures = { png, jpg: await drawn("jpeg"), gif: await drawn("gif") };
  });
  const upload = (content: Buffer, kind = "picture", name = "a.png") =>
    ask(imageFile.calls.upload, { kind, file: new File([new Uint8Array(content)], name, { type: "image/png" }) }, { token: admin });
  const sized = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
  const kept = async (content: Buffer, kind = "picture"): Promise<Buffer> => {
    const answer = await upload(content, kind);
    if (answer.code !== 0) throw new Error(`${answer.code} ${answer.message}`);
    return Buffer.from(await (await fetch(site.base + answer.data.url)).arrayBuffer());
  };
  const megabyte = 1_048_576;

  it("are JPG, GIF and PNG by their content, kept under a name of chance and served as nothing but pictures [S5.032] [S6.048]", async () => {
    for (const [extension, picture] of Object.entries(pictures)) {
      const answer = await upload(picture, "avatar", "../../evil.html");
      expect(answer.data.url).toMatch(new RegExp(`^/files/[\\w-]{24}\\.${extension}$`));
      const response = await fetch(site.base + answer.data.url);
      expect(response.headers.get("content-type")).toBe(`image/${extension === "jpg" ? "jpeg" : extension}`);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("content-security-policy")).toContain("sandbox");
      const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect({ format, width, height }).toEqual({ format: extension === "jpg" ? "jpeg" : extension, width: 60, height: 40 });
    }
  });

  it("are drawn anew: without what a camera or somebody else wrote into them, upright, an avatar small", async () => {
    const camera = await sharp({ create: { width: 1600, height: 900, channels: 3, background: "#2a6" } })
      .withExif({ IFD0: { Copyright: "SECRETPLACE" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "31/1 34/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(camera.includes("SECRETPLACE")).toBe(true);
    const photo = await kept(Buffer.concat([camera, Buffer.from("<script>PAYLOAD</script>")]), "avatar");
    const { width, height, exif, orientation } = await sharp(photo).metadata();
    expect({ width, height, exif, orientation }).toEqual({ width: 288, height: 512, exif: undefined, orientation: undefined });
    for (const text of ["SECRETPLACE", "PAYLOAD"]) expect(photo.includes(text)).toBe(false);
    expect((await kept(Buffer.concat([png, Buffer.from("PAYLOAD")]))).includes("PAYLOAD")).toBe(false);
  });

  it("keep the frames and the pace of a GIF, and what is clear in a PNG", async () => {
    const { pages, delay, loop } = await sharp(await kept(await moving(3, 20)), { animated: true }).metadata();
    expect({ pages, delay, loop }).toEqual({ pages: 3, delay: [100, 200, 300], loop: 2 });
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } } })
      .png()
      .toBuffer();
    expect((await sharp(await kept(clear)).stats()).isOpaque).toBe(false);
  });

  it("of enormous size are refused by what their header says, whatever they weigh", async () => {
    const bomb = blackPng(20_000, 20_000);
    expect(bomb.length).toBeLessThan(60_000);
    for (const enormous of [bomb, blackPng(12_001, 10), blackPng(10, 12_001), blackPng(5001, 5000)])
      expect((await upload(enormous)).code).toBe(1335);
    expect((await upload(blackPng(5000, 5000))).code).toBe(0);
    expect((await upload(await moving(110, 500))).code).toBe(1335);
    expect((await upload(await moving(90, 500))).code).toBe(0);
  });

  it("that are cut off are refused: a bare header, the first bytes, the last ones missing", async () => {
    const noisy = {
      create: {
        width: 300,
        height: 200,
        channels: 3 as const,
        background: "#888",
        noise: { type: "gaussian" as const, mean: 128, sigma: 40 },
      },
    };
    const whole = {
      png: await sharp(noisy).png().toBuffer(),
      jpg: await sharp(noisy).jpeg().toBuffer(),
      gif: await sharp(noisy).gif().toBuffer(),
    };
    for (const [format, content] of Object.entries(whole)) {
      expect([format, (await upload(content)).code]).toEqual([format, 0]);
      for (const bytes of [8, 33, Math.floor(content.length / 2), Math.floor(content.length * 0.9)])
        expect([format, bytes, (await upload(content.subarray(0, bytes))).code]).toEqual([format, bytes, 1329]);
    }
  });

  it("that begin like one kind and are another are refused", async () => {
    expect((await upload(Buffer.concat([Buffer.from("GIF89a"), png]))).code).toBe(1329);
    expect((await upload(Buffer.concat([png.subarray(0, 8), pictures.jpg]))).code).toBe(1329);
  });

  it("that are something else are refused, whatever their name says [S5.035]", async () => {
    for (const content of ["<script>alert(1)</script>", "<svg onload=alert(1)>", "BM", "", "%PDF-1.7"])
      expect([content, (await upload(Buffer.from(content))).code]).toEqual([content, 1329]);
  });

  it.each([
    ["avatar", megabyte, 0],
    ["avatar", megabyte + 1, 400],
    ["picture", 5 * megabyte, 0],
    ["picture", 5 * megabyte + 1, 400],
  ])("of kind %s with %d bytes are answered with %d [S5.033] [S5.034]", async (kind, bytes, code) => {
    const answer = await upload(sized(bytes), kind);
    expect(answer.code).toBe(code);
    if (code !== 0) expect(answer.fields.map(({ path }) => path)).toEqual(["file"]);
  });

  it("need somebody signed in, and one file", async () => {
    const file = new File([new Uint8Array(png)], "a.png");
    expect((await ask(imageFile.calls.upload, { file }, {})).code).toBe(401);
    expect((await ask(imageFile.calls.upload, { kind: "picture" }, { token: admin })).fields.map(({ path }) => path)).toEqual(["file"]);
    const body = new FormData();
    for (const name of ["file", "other"]) body.append(name, file);
    const response = await fetch(`${site.base}/api/image_file/upload`, { method: "POST", headers: { token: admin }, body });
    expect(response.status).toBe(413);
  });

  it("are found under their own names only", async () => {
    for (const path of ["/files/nothing-that-was-uploaded.png", "/files/..%2Fapp.db", "/files/app.db", "/files/%2e%2e/app.db"])
      expect([path, (await fetch(site.base + path, { redirect: "manual" })).status]).toEqual([path, 404]);
  });
});
