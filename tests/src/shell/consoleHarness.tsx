import { act, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { useState } from "react";
import { IntlProvider } from "react-intl";
import { Provider } from "react-redux";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import type { Language } from "#contract/messages.ts";
import type { Me, MenuItem } from "#contract/resources/user.ts";
import enGate from "#locales/en/gate.json";
import enKit from "#locales/en/kit.json";
import enShell from "#locales/en/shell.json";
import zhGate from "#locales/zh/gate.json";
import zhKit from "#locales/zh/kit.json";
import zhShell from "#locales/zh/shell.json";
import type { ScreenEntry } from "#src/app/screens.ts";
import type { AppServices } from "#src/app/services.ts";
import { ServicesContext } from "#src/app/servicesContext.ts";
import { ConsoleRoutes } from "#src/app/shell/consoleRoutes.tsx";
import type { PaletteSource } from "#src/app/shell/paletteSource.ts";
import { SignedInPages } from "#src/app/shell/signedInPages.tsx";
import { FeedbackProvider } from "#src/kit/feedback/feedbackProvider.tsx";
import { LanguageContext, type SessionView, SessionViewContext } from "#src/session/sessionView.ts";
import { createStore, type Store } from "#store/store.ts";
import type { Transport } from "#store/transport.ts";

const texts = { zh: { ...zhGate, ...zhKit, ...zhShell }, en: { ...enGate, ...enKit, ...enShell } };

export const menuItem = (path: string, name: string, nameEn: string, more: Partial<MenuItem> = {}): MenuItem => ({
  id: path,
  path,
  name,
  nameEn,
  icon: "",
  hidden: false,
  leaf: false,
  noCache: false,
  meta: { affix: false },
  actionList: [],
  children: [],
  ...more,
});

export const nobody: Me = {
  id: "u1",
  account: "li.na",
  type: 1,
  userName: "李娜",
  nickName: "",
  avatar: "",
  authTypeName: "",
  companyId: "c1",
  zone: "Asia/Shanghai",
  paths: [],
  phone: "",
  email: "",
  secondFactor: "none",
  recoveryCodes: 0,
  createdAt: "2026-01-01T00:00:00.000Z",
  version: 1,
};

const silent: Transport = {
  send: async () => ({ error: { code: "network", message: "", data: null } }),
  file: async () => ({ error: { code: "network", message: "", data: null } }),
};

export const newStore = (): Store => createStore(silent);

/** jsdom lacks the system's mode, and has no sizes that could change. */
export const withSystemMode = (dark: boolean): void => {
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { matches: dark, media, onchange: null, addListener() {}, removeListener() {} });
};

export const resizeTo = (width: number): void => {
  Object.defineProperty(window, "innerWidth", { value: width, configurable: true, writable: true });
  window.dispatchEvent(new Event("resize"));
};

export interface ConsoleSetup {
  at: string;
  menu: readonly MenuItem[];
  entries: readonly ScreenEntry[];
  me?: Partial<Me>;
  systemName?: string;
  language?: Language;
  signOut?: () => void;
  sources?: readonly PaletteSource[];
  store?: Store;
  /** Words of the test's own screens. */
  messages?: Readonly<Record<string, string>>;
}

type Router = ReturnType<typeof createMemoryRouter>;

interface ApplicationProps {
  router: Router;
  language: Language;
  own: Readonly<Record<string, string>>;
}

function Application({ router, language: first, own }: ApplicationProps) {
  const [language, setLanguage] = useState(first);
  return (
    <LanguageContext value={{ language, setLanguage }}>
      <IntlProvider locale={language} defaultLocale={language} messages={{ ...texts[language], ...own }}>
        <RouterProvider router={router} />
      </IntlProvider>
    </LanguageContext>
  );
}

/** The console as the application composes it, in a window of 1440 px, with somebody signed in. */
export const openConsole = (setup: ConsoleSetup) => {
  withSystemMode(false);
  resizeTo(1440);
  const store = setup.store ?? newStore();
  const session: SessionView = {
    me: { ...nobody, ...setup.me },
    companyName: "华东装备",
    systemName: setup.systemName ?? "设备云",
    menu: setup.menu,
    signOut: setup.signOut ?? (() => {}),
  };
  const guard = ({ children }: { children: ReactNode }) => (
    <ServicesContext value={{ transport: silent } as AppServices}>
      <SessionViewContext value={session}>
        <FeedbackProvider>{children}</FeedbackProvider>
      </SessionViewContext>
    </ServicesContext>
  );
  const entries = new Map(setup.entries.map((entry) => [entry.path, entry]));
  const pages = (
    <ConsoleRoutes
      pages={SignedInPages}
      publicRoutes={[]}
      guard={guard}
      entries={entries}
      {...(setup.sources ? { paletteSources: setup.sources } : {})}
    />
  );
  // A test leads it from outside, which the application's own lets nobody do.
  const router = createMemoryRouter([{ path: "*", element: pages }], { initialEntries: [setup.at] });
  const page = render(
    <Provider store={store}>
      <Application router={router} language={setup.language ?? "zh"} own={setup.messages ?? {}} />
    </Provider>,
  );
  const go = (to: string) => act(async () => router.navigate(to));
  const address = () => router.state.location.pathname + router.state.location.search;
  return { ...page, store, router, go, address };
};
