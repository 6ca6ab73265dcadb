import "@testing-library/jest-dom/vitest";
import { afterEach, vi } from "vitest";

/** ms in which a busy machine does what takes a moment: Vitest's own second is too short there. */
const patience = 10_000;
const patient = Symbol.for("patient");
// One process takes many files: once for all of them.
if (!Reflect.has(vi, patient)) {
  const { waitFor } = vi;
  vi.waitFor = (look, options) => waitFor(look, typeof options === "number" ? options : { timeout: patience, ...options });
  Reflect.set(vi, patient, true);
}

if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  // The first part that a file loads behind its view takes more than a second on a busy machine.
  configure({ asyncUtilTimeout: patience });
}

afterEach(async () => {
  if (typeof document === "undefined") return;
  const { cleanup } = await import("@testing-library/react");
  cleanup();
});
