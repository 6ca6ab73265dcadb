import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Language } from "#contract/messages.ts";
import { useLanguage } from "#src/session/sessionView.ts";
import { authCalls } from "#store/handles/auth.ts";
import "./login.css";

const names: Readonly<Record<Language, string>> = { zh: "中文", en: "English" };

function LanguageSwitch() {
  const { language, setLanguage } = useLanguage();
  const intl = useIntl();
  return (
    <fieldset
      className="gh-gate-switch"
      aria-label={intl.formatMessage({ id: "gate.language" })}
      style={{ border: 0, margin: 0, padding: 0 }}
    >
      {(["zh", "en"] as const).map((each) => (
        <button key={each} type="button" lang={each} aria-pressed={language === each} onClick={() => setLanguage(each)}>
          {names[each]}
        </button>
      ))}
    </fieldset>
  );
}

/** The frame of the pages before the log-in: platform name, language switch, browser notice, filing text. */
export function Gate({ children, title, wide = false }: { children: ReactNode; title?: string; wide?: boolean }) {
  const { data } = authCalls.query_main.useQuery({});
  const platform = data?.[0]?.remark ?? "";
  const record = data?.[2]?.remark ?? "";
  return (
    <div className="gh-gate">
      <div className="gh-gate-bar">
        <LanguageSwitch />
      </div>
      <main className={wide ? "gh-gate-card gh-gate-wide" : "gh-gate-card"}>
        <h1 className="gh-gate-title">{title ?? platform}</h1>
        {children}
      </main>
      <footer className="gh-gate-foot">
        <div>
          <FormattedMessage id="gate.browsers" />
        </div>
        {record !== "" && <div>{record}</div>}
      </footer>
    </div>
  );
}
