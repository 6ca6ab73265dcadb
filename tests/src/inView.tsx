import { createIntl, IntlProvider, type IntlShape } from "react-intl";
import { Provider } from "react-redux";
import { type Language, messages as shared } from "#contract/messages.ts";
import { AwaitedJobsContext } from "#src/app/jobs/awaitedJobs.ts";
import { allMessages } from "#src/app/languageProvider.tsx";
import type { AppServices } from "#src/app/services.ts";
import { ServicesContext } from "#src/app/servicesContext.ts";
import { type Feedback, FeedbackContext } from "#src/kit/feedback/feedback.ts";
import { ViewLocationContext, ViewMovesContext } from "#src/kit/view/viewLocation.ts";
import { LanguageContext, type SessionView, SessionViewContext } from "#src/session/sessionView.ts";
import type { Store } from "#store/store.ts";
import type { Refusal, Transport } from "#store/transport.ts";
import { menuItem, nobody } from "./shell/consoleHarness.tsx";

const sharedIn = (language: Language) => Object.fromEntries(Object.entries(shared).map(([id, said]) => [id, said[language]]));
const textsIn = async (language: Language) => ({ ...sharedIn(language), ...(await allMessages(language)).messages });
const texts = { zh: await textsIn("zh"), en: await textsIn("en") };

export const intlOf = (language: Language): IntlShape => createIntl({ locale: language, messages: texts[language] });

/** What a server says to a call. */
export type Answer = { data: unknown } | { error: Refusal };

export const refusal = (code: Refusal["code"], message = ""): { error: Refusal } => ({ error: { code, message, data: null } });

export const silent: Transport = { send: async () => refusal("network"), file: async () => refusal("network") };

export interface Rights {
  /** The user's granted calls. */
  paths: readonly string[];
  /** What menu items name, by the path of their view. */
  menu: Readonly<Record<string, readonly string[]>>;
}

const awaited = { settle: async () => undefined, take: async () => undefined };

interface View extends Partial<Rights> {
  store: Store;
  feedback: Feedback;
  language?: Language;
  /** The view's address. */
  at?: string;
  onMove(to: string): void;
}

/** Puts what stands in a view into the console of somebody with these rights. */
export const inView = (node: React.ReactNode, { store, feedback, language = "en", at = "/", paths = [], menu = {}, onMove }: View) => {
  const session: SessionView = {
    me: { ...nobody, zone: "UTC", paths: [...paths] },
    companyName: "",
    systemName: "",
    menu: Object.entries(menu).map(([path, actions]) => menuItem(path, path, path, { actionList: [...actions] })),
    signOut() {},
  };
  const [path = "/", search = ""] = at.split("?");
  return (
    <Provider store={store}>
      <ServicesContext value={{ transport: silent } as AppServices}>
        <LanguageContext value={{ language, setLanguage() {} }}>
          <IntlProvider locale={language} messages={texts[language]}>
            <SessionViewContext value={session}>
              <FeedbackContext value={feedback}>
                <ViewLocationContext value={{ path, search: new URLSearchParams(search), active: true }}>
                  <AwaitedJobsContext value={awaited}>
                    <ViewMovesContext value={{ navigate: onMove, search: () => search && `?${search}`, setSearch() {} }}>
                      {node}
                    </ViewMovesContext>
                  </AwaitedJobsContext>
                </ViewLocationContext>
              </FeedbackContext>
            </SessionViewContext>
          </IntlProvider>
        </LanguageContext>
      </ServicesContext>
    </Provider>
  );
};
