import { createContext, useContext } from "react";
import type { Language } from "#contract/messages.ts";
import type { Me, MenuItem } from "#contract/resources/user.ts";

/** What the screens may know of the session; provided only while somebody is signed in. */
export interface SessionView {
  readonly me: Me;
  readonly companyName: string;
  readonly systemName: string;
  readonly menu: readonly MenuItem[];
  /** Asks for confirmation first. */
  signOut(): void;
}

export const SessionViewContext = createContext<SessionView | undefined>(undefined);

export const useSession = (): SessionView => {
  const view = useContext(SessionViewContext);
  if (!view) throw new Error("useSession outside a signed-in page");
  return view;
};

export interface LanguageView {
  readonly language: Language;
  setLanguage(language: Language): void;
}

export const LanguageContext = createContext<LanguageView | undefined>(undefined);

export const useLanguage = (): LanguageView => {
  const view = useContext(LanguageContext);
  if (!view) throw new Error("useLanguage outside the application");
  return view;
};
