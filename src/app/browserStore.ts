import { limits } from "#contract/limits.ts";
import type { Language } from "#contract/messages.ts";

const keys = { token: "key", menu: "menu", paths: "menubt", account: "account", language: "lang" } as const;
const cookieName = "key";

const hasCookie = (): boolean =>
  document.cookie.split("; ").some((part) => part.startsWith(`${cookieName}=`) && part.length > cookieName.length + 1);

const read = (name: string): string | null => sessionStorage.getItem(name) ?? localStorage.getItem(name);
const remove = (name: string): void => {
  sessionStorage.removeItem(name);
  localStorage.removeItem(name);
};

/** The token of this tab, or of this browser when it was asked to remember. */
export const readToken = (): string | undefined => read(keys.token) ?? undefined;

/** True when an earlier visit can go on: a stored key, and the cookie that came with it. */
export const canRestore = (): boolean => readToken() !== undefined && hasCookie();

/** Remembered: in local storage, with the account's name. Otherwise local storage is cleared, and all lives as long as the tab. */
export const keepSession = (session: { token: string; paths: readonly string[]; remember: boolean; account: string }): void => {
  const language = readLanguage();
  remove(keys.menu);
  if (!session.remember) {
    localStorage.clear();
    sessionStorage.setItem(keys.language, language);
  }
  const store = session.remember ? localStorage : sessionStorage;
  if (session.remember) {
    sessionStorage.removeItem(keys.token);
    sessionStorage.removeItem(keys.paths);
    localStorage.setItem(keys.account, session.account);
  }
  store.setItem(keys.paths, JSON.stringify(session.paths));
  store.setItem(keys.token, session.token);
};

const channelName = "session";
const forgotten = "forgotten";

export const forgetSession = (): void => {
  for (const name of [keys.token, keys.menu, keys.paths, "pb_industry"]) remove(name);
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(forgotten);
  channel.close();
};

/** The cookie is one for all tabs: the log-out of another tab's session took it along. */
const putBackCookie = (): void => {
  if (readToken() === undefined || hasCookie()) return;
  const lasting = sessionStorage.getItem(keys.token) === null ? `; max-age=${limits.session.idleSeconds}` : "";
  // biome-ignore lint/suspicious/noDocumentCookie: The Cookie Store API is for secure pages only.
  document.cookie = `${cookieName}=1; path=/; samesite=strict${lasting}${location.protocol === "https:" ? "; secure" : ""}`;
};

export const rememberedAccount = (): string => localStorage.getItem(keys.account) ?? "";

const storeOfSession = (): Storage => (sessionStorage.getItem(keys.token) === null ? localStorage : sessionStorage);

export const cacheMenu = (menu: unknown): void => storeOfSession().setItem(keys.menu, JSON.stringify(menu));
export const cachePaths = (paths: readonly string[]): void => storeOfSession().setItem(keys.paths, JSON.stringify(paths));
export const cacheIndustries = (entries: unknown): void => storeOfSession().setItem("pb_industry", JSON.stringify(entries));

export const cachedMenu = (): unknown => {
  const text = read(keys.menu);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    remove(keys.menu);
    return undefined;
  }
};

/** English only when `en` is stored; anything else, and nothing, is Chinese. */
export const readLanguage = (): Language =>
  (localStorage.getItem(keys.language) ?? sessionStorage.getItem(keys.language)) === "en" ? "en" : "zh";

export const keepLanguage = (language: Language): void => localStorage.setItem(keys.language, language);

/** Tells when another tab signed in or out, or chose another language. */
export const onOtherTab = (changed: { token(present: boolean): void; language(): void }): (() => void) => {
  const listen = (event: StorageEvent): void => {
    if (event.storageArea !== localStorage) return;
    if (event.key === keys.language) changed.language();
    const own = sessionStorage.getItem(keys.token) !== null;
    if (own || (event.key !== keys.token && event.key !== null)) return;
    changed.token(localStorage.getItem(keys.token) !== null);
  };
  window.addEventListener("storage", listen);
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }) => {
    if (data === forgotten) putBackCookie();
  });
  return () => {
    window.removeEventListener("storage", listen);
    channel.close();
  };
};
