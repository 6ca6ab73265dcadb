import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { IntlProvider } from "react-intl";
import type { Language } from "#contract/messages.ts";
import { noAnswer } from "#contract/noAnswer.ts";
import type { LanguageStore } from "#src/app/languageStore.ts";
import { loadPart } from "#src/kit/part/loadPart.ts";
import { onServerBack } from "#src/kit/part/serverBack.ts";
import { LanguageContext } from "#src/session/sessionView.ts";

type Messages = Readonly<Record<string, string>>;

export type MessageLoader = (language: Language) => Promise<{ readonly messages: Messages }>;

/** What the pages before the log-in say. */
export const gateMessages: MessageLoader = (language) => (language === "en" ? import("./gateEn.ts") : import("./gateZh.ts"));

/** What the shell and lists say besides. */
export const firstMessages: MessageLoader = async (language) => {
  const loading = language === "en" ? import("./firstEn.ts") : import("./firstZh.ts");
  const [gate, first] = await Promise.all([gateMessages(language), loading]);
  return { messages: { ...gate.messages, ...first.messages } };
};

/** What the whole console says. */
export const allMessages: MessageLoader = async (language) => {
  const loading = language === "en" ? import("./restEn.ts") : import("./restZh.ts");
  const [first, rest] = await Promise.all([firstMessages(language), loading]);
  return { messages: { ...first.messages, ...rest.messages } };
};

interface LanguageProviderProps {
  store: LanguageStore;
  load: MessageLoader;
  /** Drawn until the first messages are there. */
  fallback?: ReactNode;
  /** Told what the page is worded by from now on. */
  onLoaded?: (load: MessageLoader) => void;
  children: ReactNode;
}

/** The interface's language; the page keeps the old one until the new one's messages are there. */
export function LanguageProvider({ store, load, fallback = null, onLoaded, children }: LanguageProviderProps) {
  const wanted = useSyncExternalStore(store.subscribe, store.current);
  const [loaded, setLoaded] = useState<{ language: Language; messages: Messages; load: MessageLoader }>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    let stop = () => {};
    const read = async () => {
      try {
        const { messages } = await loadPart(() => load(wanted));
        if (!current) return;
        document.documentElement.lang = wanted === "en" ? "en" : "zh-CN";
        setLoaded({ language: wanted, messages, load });
      } catch {
        if (!current) return;
        setFailed(true);
        stop = onServerBack(() => void read());
      }
    };
    void read();
    return () => {
      current = false;
      stop();
    };
  }, [wanted, load]);
  const worded = loaded?.load;
  useEffect(() => {
    if (worded) onLoaded?.(worded);
  }, [worded, onLoaded]);
  const view = useMemo(() => ({ language: loaded?.language ?? wanted, setLanguage: store.set }), [loaded, wanted, store]);
  // The words of the pages are what is missing: those that came with the first script have to do.
  if (!loaded && failed) return <p role="alert">{noAnswer[wanted]}</p>;
  if (!loaded) return fallback;
  return (
    <LanguageContext value={view}>
      <IntlProvider locale={loaded.language} defaultLocale={loaded.language} messages={loaded.messages}>
        {children}
      </IntlProvider>
    </LanguageContext>
  );
}
