import { type Figure, quantile } from "#tests/bench/figures.ts";
import { framesWhile } from "#tests/bench/framesWhile.ts";
import { untilPainted } from "#tests/bench/untilPainted.ts";
import { openStage, type Visit } from "#tests/journeys/stage.ts";
import { adminPassword } from "#tests/server/site.ts";
import { seedCompanies } from "./peopleSeed.ts";
import { wideCompany } from "./peopleShape.ts";

const keys = 30;
const frameAim = "≤ 50 ms";

const item = (id: string): string => `document.querySelector('[data-item="${id}"]')`;

interface Tree {
  opened: number;
  unfolded: number;
  late: number;
  key: number;
  items: number;
}

const measured = async (visit: Visit): Promise<Tree> => {
  const { page } = visit;
  await visit.goto("/home_page");
  const opened = await untilPainted(page, `location.hash = "#/company/companyTree"`, item(wideCompany));
  const unfolded = await untilPainted(
    page,
    `${item(wideCompany)}.querySelector("[data-fold]").click()`,
    `${item(wideCompany)}.parentElement.querySelector(".gh-tree-below [data-item]")`,
  );
  const cdp = await visit.context.newCDPSession(page);
  const gaps = await framesWhile(page, () =>
    cdp.send("Input.synthesizeScrollGesture", { x: 400, y: 500, yDistance: -12_000, speed: 6000, gestureSourceType: "mouse" }),
  );
  await page.evaluate(`${item(wideCompany)}.click(), ${item(wideCompany)}.focus()`);
  const times: number[] = [];
  for (let turn = 0; turn < keys; turn += 1)
    times.push(
      await untilPainted(
        page,
        `const was = document.activeElement; was.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }))`,
        "document.activeElement !== was",
      ),
    );
  const items = await page.locator("[data-item]").count();
  return { opened, unfolded, late: quantile(gaps, 0.95), key: quantile(times, 0.5), items };
};

/** The screen of the organisation tree with 10,000 organisations, in Chromium, with the built console. */
export const benchTreeScreen = async (rounds: number): Promise<Figure[]> => {
  const stage = await openStage();
  try {
    await seedCompanies(stage.site.gatehouse.services.db);
    const trees: Tree[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const visit = await stage.visit();
      await visit.logIn("admin", adminPassword);
      trees.push(await measured(visit));
      await visit.close();
    }
    const figure = (what: string, unit: string, from: (tree: Tree) => number, aim?: string): Figure => ({
      what,
      unit,
      values: trees.map(from),
      ...(aim ? { aim } : {}),
    });
    return [
      figure("tree screen: opened, until its first organisations are painted", "ms", ({ opened }) => opened),
      figure("tree screen: 2,000 unfolded, until the first are painted", "ms", ({ unfolded }) => unfolded),
      figure("tree screen: time between frames at 6,000 px/s, p95", "ms", ({ late }) => late, frameAim),
      figure("tree screen: arrow down, until painted, p50", "ms", ({ key }) => key, frameAim),
      figure("tree screen: items in the page after that", "", ({ items }) => items),
    ];
  } finally {
    await stage.close();
  }
};
