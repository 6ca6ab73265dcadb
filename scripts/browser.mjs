import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The Chromium that tests drive: the one named by CHROMIUM, or the system's. */
export const findBrowser = () => [process.env.CHROMIUM, ...places].find((place) => place && existsSync(place));

const hasChineseFont = () => spawnSync("fc-list", [":lang=zh"], { encoding: "utf8" }).stdout?.trim();

/** Installs Chromium and a Chinese font where Debian's packages can be had; otherwise says in one line what is missing. */
export const ensureBrowser = () => {
  if (findBrowser() && hasChineseFont()) return;
  const apt = spawnSync("apt-get", ["--version"]).status === 0 && process.getuid?.() === 0;
  if (apt) {
    console.log("Installing Chromium and a Chinese font …");
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    spawnSync("apt-get", ["install", "-y", "-qq", "chromium", "fonts-noto-cjk"], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  }
  if (!findBrowser()) {
    console.error("Chromium is missing: install it, or name it in the environment variable CHROMIUM.");
    process.exit(1);
  }
};
