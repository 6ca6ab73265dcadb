import "#src/app/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "react-redux";
import { createHashRouter, RouterProvider } from "react-router-dom";
import { gateMessages, LanguageProvider } from "#src/app/languageProvider.tsx";
import type { ScreenEntry } from "#src/app/screens.ts";
import { createServices } from "#src/app/services.ts";
import { ServicesContext } from "#src/app/servicesContext.ts";
import { SessionGuard } from "#src/app/sessionGuard.tsx";
import { consoleRoutes } from "#src/app/shell/consoleRoutes.tsx";
import { SignedInPages } from "#src/app/shell/signedInPages.tsx";
import { startDisplay } from "#src/app/theme/displayStorage.ts";

const Home = () => <h1>Home</h1>;
const entries: ScreenEntry[] = [
  { path: "/home_page", load: async () => Home },
  { path: "/monitor", load: async () => Home },
  { path: "/sample/users", keepAlive: true, load: async () => (await import("#src/screens/sample/usersScreen.tsx")).SampleUsersScreen },
  { path: "/sample/charts", load: async () => (await import("#src/screens/sample/chartsScreen.tsx")).SampleChartsScreen },
  { path: "/sample/notice", keepAlive: true, load: async () => (await import("#src/screens/sample/noticeScreen.tsx")).SampleNoticeScreen },
];
const services = createServices();
startDisplay(services.store);
const publicRoutes = [{ path: "/login", element: <h1>Signed out</h1> }];
const router = createHashRouter(consoleRoutes({ publicRoutes, guard: SessionGuard, pages: SignedInPages, entries }));
const place = document.getElementById("root");
if (!place) throw new Error("no place");
createRoot(place).render(
  <StrictMode>
    <Provider store={services.store}>
      <ServicesContext value={services}>
        <LanguageProvider store={services.language} load={gateMessages}>
          <RouterProvider router={router} />
        </LanguageProvider>
      </ServicesContext>
    </Provider>
  </StrictMode>,
);
