import formatjs from "@formatjs/unplugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: "src/app",
  publicDir: "../../src/public",
  plugins: [formatjs({ flatten: false }), react()],
  build: { outDir: "../../dist/console", emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 1800, reportCompressedSize: false },
  server: {
    port: 5173,
    proxy: { "/api": "http://localhost:8080", "/socket.io": { target: "http://localhost:8080", ws: true } },
  },
});
