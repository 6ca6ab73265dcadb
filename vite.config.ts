import formatjs from "@formatjs/unplugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compiledMessages } from "./scripts/console/compiledMessages.ts";
import { noteFirstLoad } from "./scripts/console/firstLoad.ts";
import { leanModules } from "./scripts/console/leanModules.ts";
import { leanStyles } from "./scripts/console/leanStyles.ts";
import { openParts } from "./scripts/console/parts.ts";

const parts = openParts([
  { name: "entry", roots: ["src/app/main.tsx", "src/kit/feedback/refusalText.ts", "src/kit/randomText.ts"] },
  { name: "logIn", roots: ["src/screens/login/loginPage.tsx"] },
  { name: "signedIn", roots: ["src/app/signedIn.tsx", "src/app/shell/signedInPages.tsx", "src/app/realtime/linkStatus.tsx"] },
  {
    name: "list",
    roots: [
      "src/kit/screen/tablePage.tsx",
      "src/kit/screen/defineScreen.tsx",
      "src/kit/screen/rowsSource.ts",
      "src/kit/value/presenceMark.tsx",
      "src/screens/devices/deviceListScreen.tsx",
    ],
  },
  {
    name: "behind",
    roots: [
      "src/kit/popover/popoverPart.tsx",
      "src/kit/feedback/confirmDialog.tsx",
      "src/kit/feedback/toasts.ts",
      "src/kit/screen/dayChip.tsx",
      "src/kit/form/finder.tsx",
      "src/app/screenIcons.ts",
      "src/app/realtime/noticeCentre.tsx",
      "src/app/jobs/jobList.tsx",
    ],
  },
]);

export default defineConfig({
  root: "src/app",
  publicDir: "../../src/public",
  plugins: [compiledMessages(), leanModules(), leanStyles(), formatjs({ flatten: false }), react(), parts.plugin, noteFirstLoad()],
  build: {
    outDir: "../../dist/console",
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 1800,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Zod would try whether it may compile its schemas, and the page's policy would report that it may not.
        intro: ({ name }) => (name === "entry" ? "globalThis.__zod_globalConfig={jitless:true};" : ""),
        // What every page stands on comes in one file instead of ten small ones.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [parts.group],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { "/api": "http://localhost:8080", "/socket.io": { target: "http://localhost:8080", ws: true } },
  },
});
