import formatjs from "@formatjs/unplugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: "src/app",
  publicDir: "../../src/public",
  plugins: [formatjs({ flatten: false }), react()],
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
          groups: [
            {
              name: "entry",
              test: /node_modules\/(react|react-dom|scheduler|react-redux|react-router|react-router-dom|@reduxjs|reselect|immer|xstate|@xstate|zod|react-intl|@formatjs|intl-messageformat|use-sync-external-store|tslib|classnames)\/|\/contract\/kit\//,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { "/api": "http://localhost:8080", "/socket.io": { target: "http://localhost:8080", ws: true } },
  },
});
