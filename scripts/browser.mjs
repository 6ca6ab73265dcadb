import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { installPackages } from "./debian.ts";

/** Draws pages and no window around them, in two thirds of the time. */
const shell = "/usr/bin/chromium-headless-shell";
const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The Chromium to drive: the one named by CHROMIUM, or the system's; where a window makes no difference, its headless shell if there is one. */
export const findBrowser = ({ windowless = false } = {}) =>
  [process.env.CHROMIUM, ...(windowless ? [shell] : []), ...places].find((place) => place && existsSync(place));

const hasChineseFont = () => spawnSync("fc-list", [":lang=zh"], { encoding: "utf8" }).stdout?.trim();

const isThere = (windowless) => existsSync(process.env.CHROMIUM ?? "") || (windowless ? existsSync(shell) : findBrowser() !== undefined);

/** Installs Chromium and a Chinese font where Debian's packages can be had; otherwise says in one line what is missing. */
export const ensureBrowser = ({ windowless = false } = {}) => {
  if (isThere(windowless) && hasChineseFont()) return;
  const font = "fonts-noto-cjk";
  // Older Debians have no package of the shell alone.
  const choices = windowless ? [["chromium-headless-shell", font], ...(findBrowser() ? [] : [["chromium", font]])] : [["chromium", font]];
  installPackages("Chromium and a Chinese font", ...choices);
  if (!findBrowser({ windowless })) {
    console.error("Chromium is missing: install it, or name it in the environment variable CHROMIUM.");
    process.exit(1);
  }
};
