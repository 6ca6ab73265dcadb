import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { PartFault } from "#src/kit/part/loadPart.ts";
import "./base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "react-redux";
import { HashRouter } from "react-router-dom";
import { onOtherTab } from "./browserStore.ts";
import { gateMessages, LanguageProvider } from "./languageProvider.tsx";
import { loadAhead } from "./loadAhead.ts";
import { publicRoutes } from "./publicRoutes.tsx";
import { screens } from "./screens.ts";
import { createServices } from "./services.ts";
import { ServicesContext } from "./servicesContext.ts";
import { SessionGuard } from "./sessionGuard.tsx";
import { ConsoleRoutes } from "./shell/consoleRoutes.tsx";
import { deviceSource } from "./shell/deviceSource.ts";
import { startDisplay } from "./theme/displayStorage.ts";
import { worded } from "./wordedScreen.ts";

const services = createServices();
startDisplay(services.store);
onOtherTab({
  token: (present) => services.session.send({ type: "keyChanged", present }),
  language: () => services.language.reread(),
});
const LinkStatus = lazyPart(async () => (await import("./realtime/linkStatus.tsx")).LinkStatus, { place: "nook" });
const SignedInPages = lazyPart(async () => (await import("./shell/signedInPages.tsx")).SignedInPages);
const entries = new Map(screens.map((entry) => [entry.path, worded(entry)]));
loadAhead(services.language, entries);
const paletteSources = [deviceSource(services.store)];

const place = document.getElementById("root");
if (!place) throw new Error("the page has no place for the application");
// A part that did not come has told of itself.
const told = (fault: unknown): void => {
  if (!(fault instanceof PartFault)) reportError(fault);
};
createRoot(place, { onCaughtError: told }).render(
  <StrictMode>
    <Provider store={services.store}>
      <ServicesContext value={services}>
        <LanguageProvider store={services.language} load={gateMessages}>
          {/* The address lives in the hash: links of notices are `#/devices/deviceDatail?id=…`. */}
          <HashRouter>
            <ConsoleRoutes
              publicRoutes={publicRoutes}
              guard={SessionGuard}
              pages={SignedInPages}
              paletteSources={paletteSources}
              headerExtra={<LinkStatus />}
              entries={entries}
            />
          </HashRouter>
        </LanguageProvider>
      </ServicesContext>
    </Provider>
  </StrictMode>,
);
