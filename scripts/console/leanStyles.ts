import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

interface Family {
  /** What the class names of its rules begin with, after Blueprint's prefix. */
  readonly classes: readonly string[];
  /** Its component, below `@blueprintjs/core/lib/esm/components/`; none where the rules are for what a page writes itself, or no menu has. */
  readonly component?: string;
}

/** Blueprint's components that the console does not draw. One that it does draw after all fails the build. */
const unused: readonly Family[] = [
  { classes: ["alert"], component: "alert/" },
  { classes: ["breadcrumb", "breadcrumbs"], component: "breadcrumbs/" },
  { classes: ["card-list"], component: "card-list/" },
  { classes: ["collapse"], component: "collapse/" },
  { classes: ["compound-tag"], component: "tag/compoundTag.js" },
  { classes: ["control-group"], component: "forms/controlGroup.js" },
  { classes: ["dialog-step", "multistep-dialog"], component: "dialog/multistepDialog.js" },
  { classes: ["editable-text"], component: "editable-text/" },
  { classes: ["entity-title"], component: "entity-title/" },
  { classes: ["form-group"], component: "forms/formGroup.js" },
  { classes: ["link"], component: "link/" },
  { classes: ["navbar"], component: "navbar/" },
  { classes: ["non-ideal-state"], component: "non-ideal-state/" },
  { classes: ["numeric-input"], component: "forms/numericInput.js" },
  { classes: ["overflow-list"], component: "overflow-list/" },
  { classes: ["panel-stack", "panel-stack2"], component: "panel-stack/" },
  { classes: ["section"], component: "section/" },
  { classes: ["segmented-control"], component: "segmented-control/" },
  { classes: ["slider"], component: "slider/" },
  { classes: ["tag-input"], component: "tag-input/" },
  { classes: ["tooltip"], component: "tooltip/" },
  { classes: ["tree"], component: "tree/" },
  { classes: ["running-text", "code", "code-block", "blockquote", "submenu", "large"] },
];

const components = "/@blueprintjs/core/lib/esm/components/";
const cutClasses = new RegExp(`\\.bp6-(?:${unused.flatMap(({ classes }) => classes).join("|")})(?![a-z0-9])`);
/** The letters of the icon font, which there is none of. */
const fontLetter = /\.bp6-icon-[a-z0-9-]+::before/;

const isCut = (selector: string): boolean => {
  const asked = selector.replace(/:not\((?:[^()]|\([^()]*\))*\)/g, "");
  return cutClasses.test(asked) || fontLetter.test(asked);
};

/** The end of the block that begins at `from`, just behind its brace. */
const endOfBlock = (css: string, from: number): number => {
  let depth = 1;
  for (let at = from; at < css.length; at += 1) {
    const sign = css[at];
    if (sign === '"' || sign === "'") at = css.indexOf(sign, at + 1);
    else if (sign === "{") depth += 1;
    else if (sign === "}") depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error("a block of a style sheet does not end");
};

const selectorsOf = (list: string): string[] => list.match(/(?:[^,()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];

const cutRules = (css: string): string => {
  let kept = "";
  let at = 0;
  for (let brace = css.indexOf("{"); brace >= 0; brace = css.indexOf("{", at)) {
    const start = Math.max(at, css.lastIndexOf(";", brace) + 1);
    const head = css.slice(start, brace).trim();
    const end = endOfBlock(css, brace + 1);
    const body = css.slice(brace + 1, end);
    kept += css.slice(at, start);
    at = end + 1;
    if (/^@(?:media|supports|layer|container)/.test(head)) {
      const inner = cutRules(body);
      if (inner.trim() !== "") kept += `${head}{${inner}}`;
    } else if (head.startsWith("@")) kept += `${head}{${body}}`;
    else {
      const selectors = selectorsOf(head).filter((selector) => !isCut(selector));
      if (selectors.length > 0) kept += `${selectors.join(",")}{${body}}`;
    }
  }
  return kept + css.slice(at);
};

/** A style sheet of Blueprint without the rules of components that the console does not draw. */
export const cutStyles = (css: string): string => cutRules(css.replace(/\/\*[\s\S]*?\*\//g, ""));

/** Component of the families that were cut and is drawn all the same; undefined as it should be. */
export const drawnAllTheSame = (modules: readonly string[]): string | undefined =>
  unused.flatMap(({ component = [] }) => component).find((component) => modules.some((id) => id.includes(components + component)));

/** Takes of Blueprint's style sheet what the console draws. */
export const leanStyles = (): Plugin => ({
  name: "gatehouse-lean-styles",
  apply: "build",
  enforce: "pre",
  load: {
    filter: { id: /\/@blueprintjs\/core\/lib\/css\/blueprint\.css$/ },
    handler: (id) => cutStyles(readFileSync(id, "utf8")),
  },
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const rendered = chunks.flatMap(({ modules }) =>
      Object.entries(modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : [])),
    );
    const drawn = drawnAllTheSame(rendered);
    if (drawn !== undefined) this.error(`the console draws Blueprint's ${drawn} now: its styles are cut in scripts/console/leanStyles.ts`);
  },
});
