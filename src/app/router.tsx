import { createHashRouter } from "react-router-dom";
import { screens } from "./screens.ts";
import { type ConsoleRoutes, consoleRoutes } from "./shell/consoleRoutes.tsx";

/** The console's router over all screens. The address lives in the hash: links of notices are `#/devices/deviceDatail?id=…`. */
export const createConsoleRouter = (routes: Omit<ConsoleRoutes, "entries">) =>
  createHashRouter(consoleRoutes({ ...routes, entries: screens }));
