import { render } from "@testing-library/react";
import { createIntl, IntlProvider } from "react-intl";
import { Provider } from "react-redux";
import { type Language, messages as shared } from "#contract/messages.ts";
import { messages as en } from "#locales/en.ts";
import { messages as zh } from "#locales/zh.ts";
import type { AppServices } from "#src/app/services.ts";
import { ServicesContext } from "#src/app/servicesContext.ts";
import { type Act, type ConfirmOptions, FeedbackContext } from "#src/kit/feedback/feedback.ts";
import { ViewLocationContext, ViewMovesContext } from "#src/kit/view/viewLocation.ts";
import { LanguageContext, SessionViewContext } from "#src/session/sessionView.ts";
import { createStore } from "#store/store.ts";
import type { Refusal, Transport } from "#store/transport.ts";
import { menuItem, nobody, withSystemMode } from "./shell/consoleHarness.tsx";

const sharedIn = (language: Language) => Object.fromEntries(Object.entries(shared).map(([id, said]) => [id, said[language]]));
const texts = { zh: { ...sharedIn("zh"), ...zh }, en: { ...sharedIn("en"), ...en } };

export const refusal = (code: Refusal["code"], message = ""): { error: Refusal } => ({ error: { code, message, data: null } });

const silent: Transport = { send: async () => refusal("network"), file: async () => refusal("network") };

export type Answer = { data: unknown } | { error: Refusal };

interface PageSetup {
  /** The view's address. */
  at?: string;
  language?: Language;
  paths?: readonly string[];
  /** The calls that menu items name, by the path of their view. */
  menu?: Readonly<Record<string, readonly string[]>>;
  /** What the server says to a call; one that is not listed is answered with nothing. */
  answers?: Readonly<Record<string, (request: object) => Answer | Promise<Answer>>>;
}

/** Shows one view of the console to somebody with these rights, over a server that says what the test has it say. */
export const showPage = (node: React.ReactNode, { at = "/", language = "en", paths = [], menu = {}, answers = {} }: PageSetup = {}) => {
  withSystemMode(false);
  const sent: { path: string; request: object }[] = [];
  const said: string[] = [];
  const asked: string[] = [];
  const details: string[] = [];
  const moved: string[] = [];
  const intl = createIntl({ locale: language, messages: texts[language] });
  const store = createStore({
    async send({ path }, request) {
      sent.push({ path, request });
      return (await answers[path]?.(request)) ?? { data: null };
    },
    file: silent.file,
  });
  const feedback = {
    toasts: {
      success: (id: string, values?: Record<string, string | number>) => said.push(intl.formatMessage({ id }, values)),
      warning: (text: string) => said.push(text),
      error: (text: string) => said.push(text),
      refused: ({ code }: Refusal) => said.push(String(code)),
    },
    async ask({ question = "", detail = "" }: ConfirmOptions, _ended: AbortSignal, act?: Act) {
      asked.push(question);
      details.push(detail);
      return (await act?.())?.error === undefined;
    },
  };
  const session = {
    me: { ...nobody, zone: "UTC", paths: [...paths] },
    companyName: "",
    systemName: "",
    menu: Object.entries(menu).map(([path, actions]) => menuItem(path, path, path, { actionList: [...actions] })),
    signOut() {},
  };
  const [path = "/", search = ""] = at.split("?");
  const page = render(
    <Provider store={store}>
      <ServicesContext value={{ transport: silent } as AppServices}>
        <LanguageContext value={{ language, setLanguage() {} }}>
          <IntlProvider locale={language} messages={texts[language]}>
            <SessionViewContext value={session}>
              <FeedbackContext value={feedback}>
                <ViewLocationContext value={{ path, search: new URLSearchParams(search), active: true }}>
                  <ViewMovesContext value={{ navigate: (to) => moved.push(to), search: () => search && `?${search}`, setSearch() {} }}>
                    {node}
                  </ViewMovesContext>
                </ViewLocationContext>
              </FeedbackContext>
            </SessionViewContext>
          </IntlProvider>
        </LanguageContext>
      </ServicesContext>
    </Provider>,
  );
  return { ...page, store, sent, said, asked, details, moved };
};
