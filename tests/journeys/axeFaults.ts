import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface AxeFault {
  id: string;
  targets: unknown[];
}

/** What axe finds on the page as it is now, or in a part of it, by all of its rules or by these. */
export const axeFaults = async (page: Page, rules?: readonly string[], part = "html"): Promise<AxeFault[]> => {
  await page.evaluate(axe);
  const options = { resultTypes: ["violations"], ...(rules ? { runOnly: rules } : {}) };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => ({ id, targets: nodes.slice(0, 3).map(({ target }) => target) }));
};
