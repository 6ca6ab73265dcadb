import { launch } from "#scripts/launch.mjs";

// Below npm and its shell, as `npm start` has the server.
launch(process.execPath, ["tests/server/operating/endless.ts", "told"]);
