import { createActor } from "xstate";
import { sessionMachine } from "#machines/session.ts";
import { sessionActors } from "#src/actors/session.ts";
import { readToken } from "#src/app/browserStore.ts";
import { answersInNewLanguage } from "#src/app/languageChange.ts";
import { type LanguageStore, openLanguageStore } from "#src/app/languageStore.ts";
import { serverClock } from "#store/serverClock.ts";
import { createStore, type Store } from "#store/store.ts";
import { createTransport, type Transport } from "#store/transport.ts";

export interface AppServices {
  readonly store: Store;
  readonly transport: Transport;
  readonly session: ReturnType<typeof openSession>;
  readonly language: LanguageStore;
}

const sessionEnded = 401;

const aheadKey = "clockAhead";

/** A page that is loaded anew goes by what the last one knew, until the server is heard. */
const keepClock = (): void => {
  serverClock.assume(Number(sessionStorage.getItem(aheadKey) ?? 0));
  serverClock.subscribe(() => sessionStorage.setItem(aheadKey, String(serverClock.ahead())));
};

const openSession = (store: Store) => createActor(sessionMachine.provide(sessionActors(store)));

/** What the application lives on, made once by its entry. */
export const createServices = (): AppServices => {
  keepClock();
  const language = openLanguageStore();
  const transport = createTransport({
    token: readToken,
    language: () => language.current(),
    refused(refusal, _call, token) {
      if (refusal.code === sessionEnded && token !== undefined && token === readToken()) session.send({ type: "expired" });
    },
  });
  const store = createStore(transport);
  language.subscribe(() => void answersInNewLanguage(store));
  const session = openSession(store);
  session.start();
  return { store, transport, session, language };
};
