import { build } from "./build.mjs";
import { launch, watchNpm } from "./launch.mjs";

// From before the build, which takes its time.
const isAlone = watchNpm();
await build();
launch(process.execPath, [process.argv.includes("--demo") ? "demo/main.ts" : "server/main.ts"], { isAlone });
