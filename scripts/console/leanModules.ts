import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

interface Cut {
  /** How the module's path ends. */
  readonly module: RegExp;
  readonly from: RegExp;
  readonly to: string;
}

/** Stands for a component that nothing draws: it tells of itself where something does after all. */
const leftOut = (name: string) => `const ${name} = () => { throw new Error("${name} is left out by scripts/console/leanModules.ts"); };`;

const router = /\/react-router\/dist\/development\/chunk-[A-Z0-9]+\.mjs$/;

/** What comes with libraries and the console never uses, though nothing in them says so to the bundler. */
const cuts: readonly Cut[] = [
  // Schemas are written as JSON Schema by the server alone.
  { module: /\/zod\/v4\/classic\/schemas\.js$/, from: /^\s*inst\._zod\.processJSONSchema = .*;$/gm, to: "" },
  { module: /\/zod\/v4\/classic\/schemas\.js$/, from: /createStandardJSONSchemaMethod\(this, "(?:in|out)put"\)/g, to: "undefined" },
  { module: /\/zod\/v4\/classic\/schemas\.js$/, from: /createToJSONSchemaMethod\(this, \{\}\)\(params\)/g, to: "undefined" },
  // The contract has its own rules for addresses, numbers and the like, which it gives as patterns.
  {
    module: /\/zod\/v4\/classic\/schemas\.js$/,
    from: /^ {4}\w+\(params\) \{\n\s+return this\.check\(core\._\w+\(Zod\w+, params\)\);\n {4}\},\n/gm,
    to: "",
  },
  // The page's policy allows no code that is made of text.
  { module: /\/zod\/v4\/classic\/schemas\.js$/, from: /\$ZodObjectJIT\.init/, to: "$$ZodObject.init" },
  // Faults are told in the console's own words.
  {
    module: /\/zod\/v4\/locales\/en\.js$/,
    from: /^[\s\S]*$/,
    to: "export default () => ({ localeError: () => undefined });",
  },
  // The names of all icons, kept to warn of one that does not exist: the compiler checks those of the console.
  {
    module: /\/@blueprintjs\/icons\/lib\/esm\/iconNames\.js$/,
    from: /^[\s\S]*$/,
    to: "export const IconNames = {}; export const IconNamesSet = { has: () => true };",
  },
  // The list of keys is the console's own.
  {
    module: /\/@blueprintjs\/core\/lib\/esm\/context\/hotkeys\/hotkeysProvider\.js$/,
    from: /^import \{ HotkeysDialog \} .*$/m,
    to: "const HotkeysDialog = () => null;",
  },
  // No menu has another within.
  {
    module: /\/@blueprintjs\/core\/lib\/esm\/components\/menu\/menuItem\.js$/,
    from: /^import \{ PopoverNext \} .*$/m,
    to: leftOut("PopoverNext"),
  },
  {
    module: /\/@blueprintjs\/core\/lib\/esm\/components\/menu\/menuItem\.js$/,
    from: /^import \{ popoverPropsToNextProps \} .*$/m,
    to: "const popoverPropsToNextProps = () => ({});",
  },
  // The table draws headers, cells and their menus by itself, and has its own keys.
  {
    module: /\/@blueprintjs\/table\/lib\/esm\/table\.js$/,
    from: /_jsx\(HotkeysTarget, \{ hotkeys: this\.hotkeys, children: this\.renderTableContents \}\)/,
    to: "this.renderTableContents({})",
  },
  {
    module: /\/@blueprintjs\/table\/lib\/esm\/table\.js$/,
    from: /^import \{ TableHotkeys \} .*$/m,
    to: "class TableHotkeys { setState() {} setProps() {} setGrid() {} }",
  },
  {
    module: /\/@blueprintjs\/table\/lib\/esm\/(?:table|headers\/columnHeader)\.js$/,
    from: /^import \{ ColumnHeaderCell \} .*$/m,
    to: leftOut("ColumnHeaderCell"),
  },
  {
    module: /\/@blueprintjs\/table\/lib\/esm\/headers\/rowHeader\.js$/,
    from: /^import \{ RowHeaderCell \} .*$/m,
    to: leftOut("RowHeaderCell"),
  },
  {
    module: /\/@blueprintjs\/table\/lib\/esm\/cell\/cell\.js$/,
    from: /^import \{ (JSONFormat|TruncatedFormat) \} .*$/gm,
    to: "const $1 = {};",
  },
  { module: /\/@blueprintjs\/table\/lib\/esm\/tableBody\.js$/, from: /AbstractComponent, ContextMenu, /, to: "AbstractComponent, " },
  {
    module: /\/@blueprintjs\/table\/lib\/esm\/tableBody\.js$/,
    from: /_jsx\(ContextMenu, \{ (className: .*?), content: this\.renderContextMenu, disabled: .*?, onContextMenu: this\.handleContextMenu, /,
    to: '_jsx("div", { $1, ',
  },
  // The console matches its addresses and meets its faults itself; names are for React's tools; links fetch no pages of a server ahead.
  { module: router, from: /^(var \w+ErrorBoundary = class) extends React\d*\.Component \{[\s\S]*?^\};$/gm, to: "$1 {};" },
  { module: router, from: /^\w+\.displayName = .*;$/gm, to: "" },
  { module: router, from: /^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm, to: "$1/* @__PURE__ */ $2" },
  { module: router, from: /return shouldPrefetch && !isAbsolute \? .* : link;/, to: "return link;" },
];

/** Leaves out of libraries what the console does not use. A new version in which there is nothing to leave out fails the build. */
export const leanModules = (): Plugin => {
  const made = new Set<Cut>();
  const cutModule = (id: string, code: string): string | undefined => {
    let left = code;
    for (const cut of cuts) {
      if (!cut.module.test(id)) continue;
      const less = left.replace(cut.from, cut.to);
      if (less !== left) made.add(cut);
      left = less;
    }
    return left === code ? undefined : left;
  };
  return {
    name: "gatehouse-lean-modules",
    apply: "build",
    enforce: "pre",
    load: {
      filter: { id: cuts.map(({ module }) => module) },
      handler: (id) => cutModule(id, readFileSync(id, "utf8")),
    },
    buildEnd() {
      const missed = cuts.find((cut) => !made.has(cut));
      if (missed) this.error(`${missed.module} has nothing to cut any more: see scripts/console/leanModules.ts`);
    },
  };
};
