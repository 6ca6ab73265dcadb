import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const below = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
const textOf = new Map(below("src").map((file) => [file, /\.(tsx?|css)$/.test(file) ? readFileSync(join(root, file), "utf8") : ""]));

/** Files that come along with one: what is imported at once, not what is loaded later. */
const imported = (file: string): string[] => {
  const found = (textOf.get(file) ?? "").matchAll(/^(?:import(?! type)|\} from|export .* from)\b[^"\n]*"([^"]+)";$/gm);
  return [...found].flatMap(([, path = ""]) => {
    const target = path.startsWith("#") ? path.slice(1) : path.startsWith(".") ? normalize(join(dirname(file), path)) : "";
    return textOf.has(target) ? [target] : [];
  });
};

const alongWith = (file: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const next of imported(file)) alongWith(next, seen);
  return seen;
};

const classesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = ""]) => name);

/** The kit's classes, with the sheets that have rules for them alone. */
const sheetsOf = new Map<string, string[]>();
for (const [file, text] of textOf)
  if (file.startsWith("src/kit/") && file.endsWith(".css"))
    for (const name of new Set(classesIn(text, /^\.(gh-[\w-]+)/gm))) sheetsOf.set(name, [...(sheetsOf.get(name) ?? []), file]);

/** Of the console's own frame, there on every page. */
const frame = alongWith("src/app/signedIn.tsx");
const framed = new Set(
  [...textOf].filter(([file]) => /^src\/app\/.*css$/.test(file)).flatMap(([, text]) => classesIn(text, /\.(gh-[\w-]+)/g)),
);

/** What is loaded by itself: screens, and what they open. */
const loadedLater = [...textOf].flatMap(([file, text]) =>
  classesIn(text, /\bimport\("([^"]+)"\)/g).map((path) => (path.startsWith("#") ? path.slice(1) : normalize(join(dirname(file), path)))),
);

const unstyledIn = (root: string): string[] => {
  const along = alongWith(root);
  return [...along].flatMap((file) => {
    const worn = file.endsWith(".tsx") ? classesIn(textOf.get(file) ?? "", /(?<=["`' ])(gh-[\w-]+)(?=["`' $])/g) : [];
    const bare = worn.filter((name) => {
      const sheets = framed.has(name) ? undefined : sheetsOf.get(name);
      return sheets && !sheets.some((sheet) => along.has(sheet) || frame.has(sheet));
    });
    return bare.map((name) => `${file}: ${name}`);
  });
};

test("whatever is loaded by itself brings the style sheets of all that it draws, so that it looks right on a fresh page", () => {
  expect(loadedLater.length).toBeGreaterThan(40);
  expect([...new Set(loadedLater.flatMap(unstyledIn))].join("\n")).toBe("");
});
