import { mkdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { backUp } from "#server/backup/backup.ts";
import { newFolder } from "#tests/server/operating/newFolder.ts";
import { openSite, type Site } from "#tests/server/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

it("a backup has the pictures that came while the databases were copied, besides those from before", async () => {
  const { db, config } = site.gatehouse.services;
  const [early, late] = ["files/beforebeforebeforebefore.png", "files/meanwhilemeanwhilemeanwh.png"];
  mkdirSync(join(site.folder, "files"), { recursive: true });
  writeFileSync(join(site.folder, early), "an early picture");
  const folder = newFolder();
  // The copy of the database has begun, and pictures were copied before it.
  const watched = watch(folder, (_event, name) => {
    if (name === "app.db") writeFileSync(join(site.folder, late), "a late picture");
  });
  await backUp(config, db, folder, Date.now());
  watched.close();
  expect([early, late].map((name) => readFileSync(join(folder, name), "utf8"))).toEqual(["an early picture", "a late picture"]);
});
