import type { Locator } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { deviceVideo } from "#contract/resources/deviceVideo.ts";
import { axeFaults } from "#tests/journeys/axeFaults.ts";
import { type Cameras, openCameras } from "#tests/journeys/cameras.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

// Streams come at the pace of time.
vi.setConfig({ testTimeout: 90_000 });

let stage: Stage;
let cameras: Cameras;
let visit: Visit;
let token: string;
let pump: string;
let hall: string;

const video = async (deviceId: string, name: string, kind: "hls" | "flv", url: string, sort: number): Promise<string> => {
  const answer = await stage.site.ask(deviceVideo.calls.post, { deviceId, name, kind, url, sort }, { token });
  expect([answer.code, answer.fields]).toEqual([0, []]);
  return answer.data.id;
};

beforeAll(async () => {
  cameras = await openCameras();
  const elsewhere = "http://127.0.0.1:9";
  stage = await openStage({ variables: { VIDEO_SOURCES: `${cameras.origin} ${elsewhere}` } });
  token = await stage.site.signIn("admin", adminPassword);
  const { recipeId } = await addTemplate(stage.site, token, "Meter", [{ name: "Level", address: "1" }]);
  pump = await addDevice(stage.site, token, { sn: "PUMP-1", name: "Pump one", recipeId });
  hall = await addDevice(stage.site, token, { sn: "HALL-2", name: "Hall two", recipeId });
  await video(pump, "Gate", "hls", `${cameras.origin}/gate.m3u8?token=a`, 1);
  await video(pump, "Yard", "flv", `${cameras.origin}/yard.flv`, 2);
  await video(pump, "Dock", "hls", `${cameras.origin}/dock.m3u8`, 3);
  await video(pump, "Roof", "flv", `${cameras.origin}/roof.flv`, 4);
  await video(pump, "Cellar", "hls", `${elsewhere}/cellar.m3u8`, 5);
  await video(hall, "Stage", "hls", `${cameras.origin}/stage.m3u8`, 1);
  visit = await stage.visit({ language: "en" });
  await visit.logIn("admin", adminPassword);
});
afterAll(async () => {
  await stage.close();
  await cameras.stop();
});
beforeEach(() => cameras.answers.clear());

/** Its name on the wall stands behind its number and its device. */
const tile = (name: string): Locator => visit.page.getByRole("region", { name: new RegExp(`(?:^|[\\d·] )${name}$`) });
const time = (name: string): Promise<number> =>
  tile(name)
    .locator("video")
    .evaluate((one: HTMLVideoElement) => one.currentTime);
const state = (name: string) => expect.poll(() => tile(name).locator(".gh-video-state").innerText(), { timeout: 20_000 });
const told = (name: string, text: string | RegExp) => tile(name).getByText(text).waitFor();
/** Pictures come, and go on coming. */
const plays = async (name: string): Promise<void> => {
  await state(name).toBe("Live");
  const before = await time(name);
  await expect.poll(() => time(name)).toBeGreaterThan(before + 0.5);
};
/** What the browser says of answers that were asked for on purpose, and of a player that was ended before its source was open. */
const meant =
  /ERR_FILE_NOT_FOUND|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|ERR_UNSAFE_PORT|CORS|net::ERR_FAILED|Content Security Policy/;
const unexpected = () => visit.errors.filter((text) => !meant.test(text));

describe("the wall of cameras", () => {
  it("plays HLS and HTTP-FLV of a device side by side, within a page of its own [S2.055]", async () => {
    await visit.goto(`/checkCamera?device=${pump}`);
    await plays("Gate");
    await plays("Yard");
    await plays("Dock");
    await plays("Roof");
    expect(await visit.page.locator("#gh-side").isVisible()).toBe(false);
    await visit.page.getByText("5 videos", { exact: true }).waitFor();
    expect(await axeFaults(visit.page)).toEqual([]);
    await visit.shot("camera-wall");
    expect(unexpected()).toEqual([]);
  });

  it("brings one to full size by its key, by Enter and by a click, lets the others rest, and goes back by Esc [S2.055]", async () => {
    const { page } = visit;
    await page.keyboard.press("2");
    await expect.poll(() => page.url()).toContain("video=");
    await expect.poll(() => tile("Gate").isVisible()).toBe(false);
    await plays("Yard");
    const asked = cameras.asked.length;
    await expect.poll(() => cameras.connections()).toBe(1);
    expect(cameras.asked.slice(asked).filter((path) => !path.startsWith("/yard"))).toEqual([]);
    await page.keyboard.press("Escape");
    await plays("Gate");
    await tile("Dock").getByRole("button", { name: "Full size: Pump one Dock" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => tile("Gate").isVisible()).toBe(false);
    await plays("Dock");
    await page.reload();
    await plays("Dock");
    await tile("Dock").getByRole("button", { name: "Back to the wall: Pump one Dock" }).click();
    await tile("Roof").getByRole("button", { name: "Full size: Pump one Roof" }).click();
    await plays("Roof");
    await page.keyboard.press("Escape");
    expect(unexpected()).toEqual([]);
  });

  it("shows one, four or nine, page after page, as the address says [S2.055]", async () => {
    const { page } = visit;
    await page.keyboard.press("PageDown");
    await tile("Cellar").waitFor();
    await page.getByText("Page 2 of 2").waitFor();
    await page.getByRole("button", { name: "9 videos" }).click();
    await expect.poll(() => page.getByRole("main").locator(".gh-video").count()).toBe(5);
    expect(page.url()).toContain("wall=9");
    await page.getByRole("button", { name: "1 video", exact: true }).click();
    await expect.poll(() => page.locator(".gh-video").count()).toBe(1);
    await page.getByRole("button", { name: "All devices" }).click();
    await page.getByText("6 videos", { exact: true }).waitFor();
    await tile("Stage").waitFor();
  });

  it("says why one is not played: not there, no access, not allowed, not reachable, no stream", async () => {
    cameras.answers.set("gate", 404);
    cameras.answers.set("yard", 403);
    cameras.answers.set("dock", 200);
    await visit.goto(`/checkCamera?device=${pump}&wall=9`);
    await told("Gate", /does not have this stream \(404\)/);
    await told("Gate", /Next try in \d+ s/);
    await told("Yard", /denies access \(403\)/);
    await told("Dock", /not a stream of this format/);
    await told("Cellar", /cannot be reached/);
    await plays("Roof");
    await visit.shot("camera-troubles");
    expect(await axeFaults(visit.page)).toEqual([]);
    cameras.answers.clear();
    await plays("Gate");
    await plays("Dock");
    await tile("Yard").getByRole("button", { name: "Try now" }).click();
    await plays("Yard");
    expect(unexpected()).toEqual([]);
  });

  it("comes back by itself once the server of the streams does", async () => {
    await cameras.stop();
    await state("Roof").toBe("Interrupted");
    await state("Gate").toBe("Interrupted");
    await cameras.start();
    await plays("Roof");
    await plays("Gate");
  });

  it("asks for nothing while the page is behind others, and goes on when it is seen again", async () => {
    const { page } = visit;
    const hide = (hidden: boolean) =>
      page.evaluate((gone) => {
        Object.defineProperty(document, "visibilityState", { configurable: true, get: () => (gone ? "hidden" : "visible") });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await hide(true);
    await state("Gate").toBe("Paused");
    await expect.poll(() => cameras.connections()).toBe(0);
    await hide(false);
    await plays("Gate");
  });
});

it("a source that is not allowed any more is told on the wall and in the list, and nothing is asked of it", async () => {
  await stage.site.restart({}, { VIDEO_SOURCES: "https://video.example.com" });
  await visit.logIn("admin", adminPassword);
  await visit.goto(`/checkCamera?device=${pump}`);
  const asked = cameras.asked.length;
  await told("Gate", `Videos of ${cameras.origin} are not allowed: ask the operator to add it to VIDEO_SOURCES`);
  await state("Roof").toBe("Not playable");
  await visit.goto("/devices/videoList");
  await visit.page.getByRole("gridcell", { name: "Not allowed by this server" }).first().waitFor();
  expect(cameras.asked.length).toBe(asked);
  expect(unexpected()).toEqual([]);
  await stage.site.restart();
  await visit.logIn("admin", adminPassword);
});

describe("the list of videos", () => {
  const fill = (label: string, text: string) => visit.page.getByRole("dialog").getByLabel(label).fill(text);

  it("adds one to a device, says at its field what is not allowed, plays it beside the table, edits and deletes it [S2.095]", async () => {
    const { page } = visit;
    await visit.goto("/devices/videoList");
    await page.getByRole("gridcell", { name: "Gate", exact: true }).waitFor();
    await visit.shot("video-list");
    await page.getByRole("button", { name: "Add video" }).click();
    const form = page.getByRole("dialog");
    await form.getByRole("combobox", { name: /Device/ }).fill("hall");
    await page.getByRole("option", { name: /Hall two/ }).click();
    await fill("Name", "Foyer");
    await fill("Stream URL", "https://elsewhere.example.com/foyer.m3u8");
    await form.getByRole("button", { name: /^(Save|Submit)/ }).click();
    await form.getByText(/Videos of https:\/\/elsewhere.example.com are not allowed/).waitFor();
    await visit.shot("video-form");
    await fill("Stream URL", `${cameras.origin}/foyer.m3u8?token=t`);
    await form.getByRole("button", { name: /^(Save|Submit)/ }).click();
    const row = page.getByRole("row").filter({ hasText: "Foyer" });
    await row.getByText(`${cameras.origin}/foyer.m3u8?…`).waitFor();
    await row.getByRole("button", { name: "Play" }).click();
    await plays("Foyer");
    expect(await axeFaults(page)).toEqual([]);
    await visit.shot("video-drawer");
    await page.keyboard.press("Escape");
    await expect.poll(() => cameras.connections()).toBe(0);
    await row.getByRole("button", { name: "Edit video" }).click();
    await fill("Name", "Foyer west");
    await form.getByRole("button", { name: /^(Save|Submit)/ }).click();
    await page.getByRole("gridcell", { name: "Foyer west" }).waitFor();
    await page.reload();
    await page.getByRole("gridcell", { name: "Foyer west" }).dblclick();
    await plays("Foyer west");
    expect(page.url()).toContain("/checkCamera?device=");
    await visit.goto("/devices/videoList");
    await page.getByRole("row").filter({ hasText: "Foyer west" }).getByRole("button", { name: "Delete video" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /Delete/ })
      .click();
    await expect.poll(() => page.getByRole("gridcell", { name: "Foyer west" }).count()).toBe(0);
    expect(unexpected()).toEqual([]);
  });
});

it("the page of a device plays its videos, and leads to its wall", async () => {
  const { page } = visit;
  await visit.goto(`/devices/deviceDatail?id=${hall}`);
  await page.getByRole("region", { name: "Videos" }).scrollIntoViewIfNeeded();
  await plays("Stage");
  await visit.shot("video-device");
  await page.getByRole("region", { name: "Videos" }).getByRole("button", { name: "Video wall" }).click();
  await plays("Stage");
  expect(page.url()).toContain(`/checkCamera?device=${hall}`);
});
