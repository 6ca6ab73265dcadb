import type { IconName } from "@blueprintjs/icons";
import { Titled } from "./titled.tsx";
import "./refusalPage.css";

export interface Refused {
  /** Specified to the letter, in every language. */
  text: string;
  /** Message id that names the window. */
  title: string;
  /** Message id of the reason in a sentence. */
  reason: string;
  icon: IconName;
}

/** Address of what does not exist, and of what is not the user's. */
export const notFoundPath = "/404";
export const notAllowedPath = "/403";

export const refusals: ReadonlyMap<string, Refused> = new Map([
  [notFoundPath, { text: "404 page not found", title: "gate.title.notFound", reason: "shell.refused.notFound", icon: "search" }],
  [notAllowedPath, { text: "403 page not found", title: "gate.title.notAllowed", reason: "shell.refused.notAllowed", icon: "lock" }],
]);

/** A plain text, for whoever is not signed in. */
export function RefusalPage({ refused: { text, title } }: { refused: Refused }) {
  return (
    <Titled id={title}>
      <main className="gh-refusal">{text}</main>
    </Titled>
  );
}
