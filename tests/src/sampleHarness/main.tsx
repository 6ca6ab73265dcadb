import "#src/app/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "react-redux";
import { HashRouter } from "react-router-dom";
import { gateMessages, LanguageProvider } from "#src/app/languageProvider.tsx";
import type { ScreenEntry } from "#src/app/screens.ts";
import { createServices } from "#src/app/services.ts";
import { ServicesContext } from "#src/app/servicesContext.ts";
import { SessionGuard } from "#src/app/sessionGuard.tsx";
import { ConsoleRoutes } from "#src/app/shell/consoleRoutes.tsx";
import { SignedInPages } from "#src/app/shell/signedInPages.tsx";
import { startDisplay } from "#src/app/theme/displayStorage.ts";
import { worded } from "#src/app/wordedScreen.ts";

const Home = () => <h1>Home</h1>;
const screens: ScreenEntry[] = [
  { path: "/home_page", load: async () => Home },
  { path: "/monitor", load: async () => Home },
  { path: "/sample/users", keepAlive: true, load: async () => (await import("#src/screens/sample/usersScreen.tsx")).SampleUsersScreen },
  { path: "/sample/charts", load: async () => (await import("#src/screens/sample/chartsScreen.tsx")).SampleChartsScreen },
  { path: "/sample/notice", keepAlive: true, load: async () => (await import("#src/screens/sample/noticeScreen.tsx")).SampleNoticeScreen },
];
const entries = new Map(screens.map((entry) => [entry.path, worded(entry)]));
const services = createServices();
startDisplay(services.store);
const publicRoutes = [{ path: "/login", element: <h1>Signed out</h1> }];
const place = document.getElementById("root");
if (!place) throw new Error("no place");
createRoot(place).render(
  <StrictMode>
    <Provider store={services.store}>
      <ServicesContext value={services}>
        <LanguageProvider store={services.language} load={gateMessages}>
          <HashRouter>
            <ConsoleRoutes publicRoutes={publicRoutes} guard={SessionGuard} pages={SignedInPages} entries={entries} />
          </HashRouter>
        </LanguageProvider>
      </ServicesContext>
    </Provider>
  </StrictMode>,
);
