import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";

/** Pages whose first load is measured, by the modules that bring them: each with all that it imports statically. */
const every = ["src/app/index.html", "src/app/main.tsx", "src/app/gateZh.ts"];
const pages = {
  logIn: [...every, "src/screens/login/loginPage.tsx"],
  deviceList: [
    ...every,
    "src/app/signedIn.tsx",
    "src/app/realtime/linkStatus.tsx",
    "src/app/shell/signedInPages.tsx",
    "src/actors/socket.ts",
    "node_modules/socket.io-client/build/esm/index.js",
    "src/app/firstZh.ts",
    "src/screens/devices/deviceListScreen.tsx",
  ],
} as const;

export type Page = keyof typeof pages;
export const pageNames = Object.keys(pages) as Page[];

type Files = Readonly<Record<Page, readonly string[]>>;

/** Names of the files that each page takes; it is written beside the build. */
const list = ".firstLoad";

const filesOf = (bundle: Rolldown.OutputBundle, roots: readonly string[]): string[] => {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const found = new Set<string>();
  const take = (chunk: Rolldown.OutputChunk): void => {
    if (found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === "chunk") take(imported);
    }
  };
  for (const root of roots) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(resolve(root)));
    if (!chunk) throw new Error(`no file of the console has ${root}: see scripts/console/firstLoad.ts`);
    take(chunk);
  }
  return [...found].sort();
};

/** Notes which files the pages take whose first load is measured. */
export const noteFirstLoad = (): Plugin => ({
  name: "gatehouse-first-load",
  apply: "build",
  writeBundle({ dir }, bundle) {
    if (dir === undefined) return;
    const files = Object.fromEntries(pageNames.map((page) => [page, filesOf(bundle, pages[page])]));
    writeFileSync(join(dir, list), JSON.stringify(files, null, 2));
  },
});

export const filesBuilt = (built: string): Files => JSON.parse(readFileSync(join(built, list), "utf8"));

export interface FirstLoad {
  /** Of the compressed files, without heads and answers of calls. */
  readonly bytes: number;
  readonly files: number;
}

export type FirstLoads = Readonly<Record<Page, FirstLoad>>;

/** What a build's pages take at their first load: scripts and style sheets as they are sent to a browser that knows Brotli. */
export const firstLoads = (built: string): FirstLoads => {
  const files = filesBuilt(built);
  const sent = (name: string): number => {
    const content = readFileSync(join(built, name));
    try {
      return readFileSync(join(built, `${name}.br`)).length;
    } catch {
      return content.length;
    }
  };
  const of = (page: Page): FirstLoad => ({ bytes: files[page].reduce((sum, name) => sum + sent(name), 0), files: files[page].length });
  return { logIn: of("logIn"), deviceList: of("deviceList") };
};

/** Share by which a figure may grow before the change has to name it. */
const tolerance = 0.05;

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
const called: Readonly<Record<Page, string>> = { logIn: "log-in page", deviceList: "device list" };

export interface Verdict {
  readonly lines: readonly string[];
  readonly grown: boolean;
}

/** Holds what the pages take now against the figures that are kept. */
export const judgeFirstLoads = (now: FirstLoads, kept: FirstLoads): Verdict => {
  const tooMuch = (page: Page): boolean =>
    now[page].bytes > kept[page].bytes * (1 + tolerance) || now[page].files > kept[page].files * (1 + tolerance);
  const lines = pageNames.map((page) => {
    const { bytes, files } = now[page];
    const was = `kept: ${kilobytes(kept[page].bytes)} in ${kept[page].files}`;
    return `First load of the ${called[page]}: ${kilobytes(bytes)} in ${files} files (${was})${tooMuch(page) ? ": grown by more than 5 %" : ""}`;
  });
  return { lines, grown: pageNames.some(tooMuch) };
};
