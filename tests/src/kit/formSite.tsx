import { render } from "@testing-library/react";
import { type ReactElement, StrictMode } from "react";
import { IntlProvider } from "react-intl";
import { Provider } from "react-redux";
import { type Language, messages as shared } from "#contract/messages.ts";
import type { Me } from "#contract/resources/user.ts";
import { messages as en } from "#locales/en.ts";
import { messages as zh } from "#locales/zh.ts";
import { FeedbackProvider } from "#src/kit/feedback/feedbackProvider.tsx";
import { SessionViewContext } from "#src/session/sessionView.ts";
import { createStore } from "#store/store.ts";

const me = (id: string): Me => ({
  id,
  account: id,
  type: 1,
  userName: id,
  nickName: "",
  avatar: "",
  authTypeName: "",
  companyId: "c",
  zone: "Asia/Shanghai",
  paths: [],
  phone: "",
  email: "",
  secondFactor: "none",
  recoveryCodes: 0,
  createdAt: "2026-01-01T00:00:00.000Z",
  version: 1,
});

const texts = (language: Language) => ({
  ...Object.fromEntries(Object.entries(shared).map(([id, text]) => [id, text[language]])),
  ...(language === "en" ? en : zh),
});

/** Words of the test's own form, beside those of the console. */
const own = {
  "probe.field.name": "名称",
  "probe.field.age": "年龄",
  "probe.field.secret": "口令",
  "probe.field.rows": "行",
  "probe.field.rows.no": "编号",
};

interface Site {
  language?: Language;
  userId?: string;
}

/** Draws what stands inside the console: language, feedback and a signed-in user around it. */
export const renderInside = (content: ReactElement, { language = "zh", userId = "lin" }: Site = {}) => {
  const session = { me: me(userId), companyName: "", systemName: "", menu: [], signOut: () => undefined };
  const refused = async () => ({ error: { code: "network", message: "", data: null } }) as const;
  const store = createStore({ send: refused, file: refused });
  return render(
    <StrictMode>
      <Provider store={store}>
        <IntlProvider locale={language} defaultLocale={language} messages={{ ...own, ...texts(language) }}>
          <SessionViewContext value={session}>
            <FeedbackProvider>{content}</FeedbackProvider>
          </SessionViewContext>
        </IntlProvider>
      </Provider>
    </StrictMode>,
  );
};
