import type { Display } from "#store/display.ts";
import { themeTokens } from "./palette.ts";

/** Blueprint's own name; its library is not part of what the log-in page loads. */
const darkClass = "bp6-dark";

export const modeOf = (display: Display, systemDark: boolean): "light" | "dark" =>
  display.mode === "system" ? (systemDark ? "dark" : "light") : display.mode;

/** Sets the tokens on the document; every component follows at once. Nothing is fetched or compiled. */
export const applyTheme = (display: Display, systemDark: boolean, page: Document = document): void => {
  const mode = modeOf(display, systemDark);
  const root = page.documentElement;
  for (const [token, value] of Object.entries(themeTokens(display, mode))) root.style.setProperty(token, value);
  root.style.colorScheme = mode;
  root.dataset.density = display.density;
  page.body.classList.toggle(darkClass, mode === "dark");
};
