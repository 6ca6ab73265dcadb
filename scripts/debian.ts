import { spawnSync } from "node:child_process";

/** Whether Debian's packages can be had here. */
const canInstall = (): boolean => spawnSync("apt-get", ["--version"]).status === 0 && process.getuid?.() === 0;

/** Tries one list of Debian's packages after the other until one of them is installed; does nothing where they cannot be had. */
export const installPackages = (what: string, ...choices: readonly (readonly string[])[]): void => {
  if (!canInstall()) return;
  console.log(`Installing ${what} …`);
  spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
  for (const packages of choices) {
    const { status } = spawnSync("apt-get", ["install", "-y", "-qq", ...packages], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    if (status === 0) return;
  }
};
