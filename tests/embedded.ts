import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { templateFile } from "#tests/server/database.ts";
import { fillTemplates } from "#tests/templates.ts";

declare module "vitest" {
  interface ProvidedContext {
    embedded: string;
  }
}

/** Makes the files that each test's own database is a copy of. */
export const setup = async (project: TestProject): Promise<() => void> => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-templates-"));
  await fillTemplates((content) => templateFile(folder, content));
  project.provide("embedded", folder);
  return () => rmSync(folder, { recursive: true, force: true });
};
