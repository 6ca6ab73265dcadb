import { defineConfig, mergeConfig } from "vitest/config";
import base from "../../vitest.config.ts";
import { findGuards } from "./find.ts";

const wanted = Number(process.env.GUARD);
const guard = findGuards("server")[wanted];
if (!guard) throw new Error(`there is no guard ${process.env.GUARD}`);

/** The suite with one guard taken out of the server's source as it is loaded. */
export default mergeConfig(
  base,
  defineConfig({
    test: { retry: 0, bail: 1 },
    plugins: [
      {
        name: "without-guard",
        enforce: "pre",
        transform(code: string, id: string) {
          if (!id.split("?")[0]?.endsWith(`/${guard.file}`)) return undefined;
          return code.slice(0, guard.start) + guard.instead + code.slice(guard.end);
        },
      },
    ],
  }),
);
