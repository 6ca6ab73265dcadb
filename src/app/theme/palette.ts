import { type ButtonType, buttonTypeOf, type Display, defaultDisplay } from "#store/display.ts";
import { contrast, formatColor, isColor, mix, parseColor, readable, readableAgainst, textOn } from "./color.ts";

export const surfaces = { light: "#ffffff", dark: "#1c2127" } as const;
export const dialogStyles = ["dialogblack", "dialogwhite", "dialogtheme"] as const;
export type DialogStyle = (typeof dialogStyles)[number];

const buttonGrounds: Record<ButtonType, string> = {
  primary: "#2d72d2",
  success: "#238551",
  info: "#47627f",
  warning: "#fbb360",
  danger: "#cd4246",
};

const text = { light: "#1c2127", dark: "#f0f2f5" } as const;

const colorOr = (color: string, fallback: string): string => formatColor(parseColor(color) ?? parseColor(fallback) ?? [0, 0, 0]);

export const dialogStyleOf = (chosen: string): DialogStyle => dialogStyles.find((style) => style === chosen) ?? "dialogblack";

const dialogTitle = (style: DialogStyle, theme: string, mode: "light" | "dark", title: string): { ground: string; text: string } => {
  if (style === "dialogtheme") return { ground: theme, text: textOn(theme) };
  if (style === "dialogwhite") return { ground: mode === "light" ? "#252a31" : "#111418", text: "#ffffff" };
  const ground = mode === "light" ? surfaces.light : "#2f343c";
  return { ground, text: readableAgainst(title, ground) };
};

/**
 * The colour tokens that follow from the display settings, for one mode. Every pair of text and ground has at least 4.5:1: the header's text is
 * black or white, titles and accents are shaded as far as it takes. The active entry keeps the colour that was chosen; its ground gives way.
 */
export const themeTokens = (display: Display, mode: "light" | "dark"): Record<`--gh-${string}`, string> => {
  const theme = colorOr(display.theme, defaultDisplay.theme);
  const themeText = textOn(theme);
  const active = colorOr(display.activeColor, defaultDisplay.activeColor);
  const raised = mix(theme, themeText, 0.12);
  const button = buttonGrounds[buttonTypeOf(display.buttonColor)];
  const buttonText = textOn(button);
  const surface = surfaces[mode];
  const title = isColor(display.titleColor) ? readableAgainst(colorOr(display.titleColor, text[mode]), surface) : text[mode];
  const dialog = dialogTitle(dialogStyleOf(display.dialogTitleColor), theme, mode, title);
  return {
    "--gh-theme": theme,
    "--gh-theme-text": themeText,
    "--gh-theme-muted": readableAgainst(mix(theme, themeText, 0.7), theme),
    "--gh-theme-hover": raised,
    "--gh-theme-sunken": mix(theme, themeText === "#ffffff" ? "#000000" : "#ffffff", 0.18),
    "--gh-theme-line": mix(theme, themeText, 0.16),
    "--gh-theme-accent": readableAgainst(active, theme),
    "--gh-active": active,
    "--gh-active-ground": contrast(active, raised) >= readable ? raised : readableAgainst(raised, active),
    "--gh-accent": readableAgainst(mode === "light" ? theme : active, surface),
    "--gh-button": button,
    "--gh-button-hover": mix(button, buttonText === "#ffffff" ? "#000000" : "#ffffff", 0.14),
    "--gh-button-pressed": mix(button, buttonText === "#ffffff" ? "#000000" : "#ffffff", 0.26),
    "--gh-button-text": buttonText,
    "--gh-title": title,
    "--gh-dialog-title-ground": dialog.ground,
    "--gh-dialog-title-text": dialog.text,
  };
};
