import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./install.mjs";

const folder = "dist/messages";
const languages = ["zh", "en"];

const gathered = (language) => {
  const merged = {};
  for (const file of readdirSync(join("locales", language)).sort()) {
    const part = JSON.parse(readFileSync(join("locales", language, file), "utf8"));
    for (const [id, text] of Object.entries(part)) {
      if (Object.hasOwn(merged, id)) throw new Error(`message ${id} stands twice in ${language}`);
      if (typeof text !== "string" || text.trim() === "") throw new Error(`message ${id} is empty in ${language}`);
      merged[id] = text;
    }
  }
  return merged;
};

/** Every message in both languages with the same values, and every id that the code names is there. */
export const checkMessages = () => {
  mkdirSync(folder, { recursive: true });
  for (const language of languages) writeFileSync(join(folder, `${language}.json`), JSON.stringify(gathered(language), null, 2));
  const files = languages.map((language) => join(folder, `${language}.json`));
  run("npx", ["formatjs", "verify", "--source-locale", "zh", "--missing-keys", "--extra-keys", "--structural-equality", ...files]);
  for (const file of files) run("npx", ["formatjs", "compile", file, "--format", "simple", "--out-file", `${file}.compiled`]);
  const named = join(folder, "named.extracted");
  // It warns of every id that is derived; those are walked by a test.
  const extracted = spawnSync("npx", ["formatjs", "extract", "src/**/*.{ts,tsx}", "--out-file", named], { encoding: "utf8" });
  if (extracted.status !== 0) throw new Error(extracted.stderr);
  const known = gathered("zh");
  const shared = ["messages", "deviceMessages"].map((name) => readFileSync(`contract/${name}.ts`, "utf8")).join("");
  const lost = Object.keys(JSON.parse(readFileSync(named, "utf8"))).filter(
    (id) => !Object.hasOwn(known, id) && !shared.includes(`"${id}"`),
  );
  if (lost.length > 0) throw new Error(`no text for ${lost.join(", ")}`);
};
