import { resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { openReach } from "./staticImports.ts";

export interface Part {
  readonly name: string;
  /** Modules that bring it; what they import statically is of the part, unless it is of one before. */
  readonly roots: readonly string[];
}

/** What is needed together comes in one file instead of many small ones: a request costs a page more than the bytes of a small module. */
export const openParts = (parts: readonly Part[]) => {
  const known = new Map<string, string>();
  const plugin: Plugin = {
    name: "gatehouse-parts",
    apply: "build",
    async buildEnd() {
      const reached = openReach(this);
      for (const { name, roots } of parts)
        for (const id of await reached(roots.map((root) => resolve(root)))) if (!known.has(id)) known.set(id, name);
    },
  };
  const group: Rolldown.CodeSplittingGroup = { name: (id) => known.get(id) ?? null, debugName: "parts" };
  return { plugin, group };
};
