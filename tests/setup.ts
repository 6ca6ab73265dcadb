import "@testing-library/jest-dom/vitest";
import { afterEach } from "vitest";

if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  // The first part that a file loads behind its view takes more than a second on a busy machine.
  configure({ asyncUtilTimeout: 10_000 });
}

afterEach(async () => {
  if (typeof document === "undefined") return;
  const { cleanup } = await import("@testing-library/react");
  cleanup();
});
