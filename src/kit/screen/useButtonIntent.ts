import type { Intent } from "@blueprintjs/core";
import { useSelector } from "react-redux";
import { type ButtonType, buttonTypeOf } from "#store/display.ts";
import type { State } from "#store/store.ts";

const intents: Record<ButtonType, Intent> = {
  primary: "primary",
  success: "success",
  info: "primary",
  warning: "warning",
  danger: "danger",
};

/**
 * The intent of a screen's first action. The chosen button type colours every button of intent "primary" through the tokens, so that "info",
 * which Blueprint lacks, has a look of its own; the other types are Blueprint's.
 */
export const useButtonIntent = (): Intent => intents[buttonTypeOf(useSelector((state: State) => state.display.buttonColor))];
