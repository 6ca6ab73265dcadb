import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

interface Cut {
  /** End of the module's path. */
  readonly module: string;
  readonly from: RegExp;
  readonly to: string;
}

/** What comes with libraries and the console never uses, though nothing in them says so to the bundler. */
const cuts: readonly Cut[] = [
  // Schemas are written as JSON Schema by the server alone.
  { module: "/zod/v4/classic/schemas.js", from: /^\s*inst\._zod\.processJSONSchema = .*;$/gm, to: "" },
  { module: "/zod/v4/classic/schemas.js", from: /createStandardJSONSchemaMethod\(this, "(?:in|out)put"\)/g, to: "undefined" },
  { module: "/zod/v4/classic/schemas.js", from: /createToJSONSchemaMethod\(this, \{\}\)\(params\)/g, to: "undefined" },
  // The names of all icons, kept to warn of one that does not exist: the compiler checks those of the console.
  {
    module: "/@blueprintjs/icons/lib/esm/iconNames.js",
    from: /^[\s\S]*$/,
    to: "export const IconNames = {}; export const IconNamesSet = { has: () => true };",
  },
];

const cutModule = (id: string, code: string): string =>
  cuts
    .filter(({ module }) => id.endsWith(module))
    .reduce((left, { module, from, to }) => {
      const less = left.replace(from, to);
      if (less === left) throw new Error(`${module} has nothing to cut any more: see scripts/console/leanModules.ts`);
      return less;
    }, code);

/** Leaves out of libraries what the console does not use. A new version in which there is nothing to leave out fails the build. */
export const leanModules = (): Plugin => ({
  name: "gatehouse-lean-modules",
  apply: "build",
  enforce: "pre",
  load: {
    filter: { id: /(?:\/zod\/v4\/classic\/schemas|\/icons\/lib\/esm\/iconNames)\.js$/ },
    handler: (id) => cutModule(id, readFileSync(id, "utf8")),
  },
});
