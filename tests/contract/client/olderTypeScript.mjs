import { registerHooks } from "node:module";

// The generator builds its text with the compiler's own parts, which TypeScript 7 no longer has.
registerHooks({ resolve: (name, context, next) => next(name === "typescript" ? "typescript-5" : name, context) });
