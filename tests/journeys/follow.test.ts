import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import { say } from "#contract/messages.ts";
import { axeFaults } from "#tests/journeys/axeFaults.ts";
import { partsOf } from "#tests/journeys/parts.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

/** In either language, as they are to be read. */
const followedWords = { zh: "关注成功", en: "Followed" } as const;
const unfollowedWords = { zh: "取消关注成功", en: "Unfollowed" } as const;
const pinnedWords = { zh: "置顶成功", en: "Pinned to top" } as const;

describe.each(["zh", "en"] as const)("the follow list, %s", (language: Language) => {
  let stage: Stage;
  let visit: Visit;
  const text = textsOf(language);

  beforeAll(async () => {
    stage = await openStage();
    const token = await stage.site.signIn("admin", adminPassword);
    const { recipeId } = await addTemplate(stage.site, token, "Meter", [{ name: "Level", address: "1" }]);
    for (const name of ["Pump A", "Pump B", "Pump C"]) await addDevice(stage.site, token, { sn: name.replace(" ", "-"), name, recipeId });
    visit = await stage.visit({ language, dark: language === "en" });
    await visit.logIn("admin", adminPassword);
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(() => stage.close());

  const { button, cell, press, said } = partsOf(() => visit.page, text);
  const names = (of: Visit = visit) => of.page.locator(".gh-view:visible [data-row]:not([data-row='-1'])").filter({ hasText: /^Pump .$/ });
  const order = (of?: Visit) => expect.poll(async () => (await names(of).allTextContents()).map((name) => name.slice(-1)).join(""));
  const focusTable = async () => {
    await visit.page.locator(".gh-view:visible [role=grid]").focus();
    await press("Control+Home");
  };
  /** By keys alone: the row of the cursor, its menu, the action. */
  const actOnRow = async (action: string) => {
    await press("Shift+F10");
    const item = visit.page.getByRole("menuitem", { name: text(action), exact: true });
    await item.waitFor();
    await expect
      .poll(async () => {
        if (await item.evaluate((node) => node === document.activeElement || node.contains(document.activeElement))) return true;
        await press("ArrowDown");
        return false;
      })
      .toBe(true);
    await press("Enter");
  };

  it("takes up devices of the device list, one and several, and says so [S4.076] [S8.042]", async () => {
    await visit.goto("/devices/list");
    await cell("Pump A").waitFor();
    await focusTable();
    await actOnRow("devices.action.follow");
    await said(followedWords[language]);
    await focusTable();
    await press("Control+a");
    await button(text("devices.action.followMany")).click();
    await visit.goto("/devices/follow");
    await order().toBe("ABC");
    expect(await axeFaults(visit.page)).toEqual([]);
    await visit.shot(`follow-${language}`);
  });

  it("pins by keys, says so, and keeps it after a reload [S4.078] [S4.079] [S8.044]", async () => {
    await focusTable();
    await press("ArrowDown", "ArrowDown");
    await actOnRow("follow.action.top");
    await said(pinnedWords[language]);
    await order().toBe("CAB");
    await actOnRow("follow.action.bottom");
    await order().toBe("ABC");
    await focusTable();
    await actOnRow("follow.action.bottom");
    await order().toBe("BCA");
    await visit.page.reload();
    await order().toBe("BCA");
  });

  it("is brought into order by keys, on every page of its user, and keeps it after a reload [S4.080]", async () => {
    const other = await stage.visit({ language, width: 800 });
    await other.logIn("admin", adminPassword);
    await other.goto("/devices/follow");
    await order(other).toBe("BCA");
    await focusTable();
    await actOnRow("follow.action.down");
    await order().toBe("CBA");
    await actOnRow("follow.action.down");
    await order().toBe("CAB");
    await actOnRow("follow.action.up");
    await order().toBe("CBA");
    await order(other).toBe("CBA");
    await other.shot(`follow-800-${language}`);
    expect(other.errors).toEqual([]);
    await other.close();
    await visit.page.reload();
    await order().toBe("CBA");
  });

  it("is brought into order by Alt with the arrow keys, and by dragging, which Esc gives up [S4.080]", async () => {
    const { page } = visit;
    const grips = page.locator(".gh-view:visible .gh-move-grip");
    const heightOf = async (place: number) => {
      const box = await grips.nth(place).boundingBox();
      if (!box) throw new Error("no such row");
      return { x: box.x + 4, y: box.y + box.height / 2 };
    };
    const drag = async (from: number, to: number, end: () => Promise<void>) => {
      const [start, target] = [await heightOf(from), await heightOf(to)];
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(target.x, target.y, { steps: 5 });
      await page.locator(".gh-move-line").waitFor();
      await end();
    };
    await grips.nth(2).waitFor();
    await focusTable();
    await press("Alt+ArrowDown");
    await order().toBe("BCA");
    await press("Alt+ArrowDown");
    await order().toBe("BAC");
    await press("Alt+ArrowUp");
    await order().toBe("BCA");
    await drag(0, 2, () => page.mouse.up());
    await order().toBe("CAB");
    await drag(2, 0, () => page.mouse.up());
    await order().toBe("BCA");
    await drag(0, 2, () => press("Escape"));
    await page.locator(".gh-move-line").waitFor({ state: "detached" });
    await page.mouse.up();
    await order().toBe("BCA");
    await drag(0, 1, () => page.mouse.up());
    await order().toBe("CBA");
    expect(await page.locator(".gh-range").count()).toBe(0);
  });

  it("loses by keys what is unfollowed, there and at the device, and says so [S2.176] [S4.077] [S8.043]", async () => {
    await focusTable();
    await actOnRow("follow.action.unfollow");
    await said(unfollowedWords[language]);
    await order().toBe("BA");
    await focusTable();
    await press("Enter");
    await visit.page.getByRole("heading", { name: "Pump B" }).waitFor();
    await visit.shot(`follow-head-${language}`);
    await button(text("devices.action.unfollow")).click();
    await button(text("devices.action.follow")).waitFor();
    await visit.goto("/devices/follow");
    await order().toBe("A");
    await visit.page.reload();
    await order().toBe("A");
  });

  it("says to who may not query it that permission is missing, and shows no rows [S6.024]", async () => {
    const { db } = stage.site.gatehouse.services;
    const stamps = { created_at: 0, updated_at: 0, updated_by: "" };
    await db
      .insertInto("role")
      .values({ id: "blind", company_id: "root", name: "Blind", description: "", ...stamps })
      .execute();
    const actions = JSON.stringify(["/api/device_favorites/top", "/api/device_favorites/cancel"]);
    await db.insertInto("role_menu").values({ role_id: "blind", menu_id: "devices.follow", actions }).execute();
    const user_id = await stage.site.addUser({ account: "blind", roles: ["blind"] });
    const { id: device_id } = await db.selectFrom("device").select("id").where("name", "=", "Pump A").executeTakeFirstOrThrow();
    await db.insertInto("device_favorite").values({ user_id, device_id, place: 1, followed_at: 1 }).execute();
    const other = await stage.visit({ language });
    await other.logIn("blind", "secret1");
    await other.goto("/devices/follow");
    await other.page.locator("main").getByText(say(language, "code.forbidden"), { exact: true }).first().waitFor();
    expect(await other.page.getByRole("row").count()).toBe(0);
    expect(other.errors).toEqual([]);
    await other.close();
  });
});
