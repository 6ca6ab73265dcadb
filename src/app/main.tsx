import "./base.css";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "react-redux";
import { RouterProvider } from "react-router-dom";
import { onOtherTab } from "./browserStore.ts";
import { gateMessages, LanguageProvider } from "./languageProvider.tsx";
import { publicRoutes } from "./publicRoutes.tsx";
import { createConsoleRouter } from "./router.tsx";
import { createServices } from "./services.ts";
import { ServicesContext } from "./servicesContext.ts";
import { SessionGuard } from "./sessionGuard.tsx";
import { deviceSource } from "./shell/deviceSource.ts";
import { startDisplay } from "./theme/displayStorage.ts";

const services = createServices();
startDisplay(services.store);
onOtherTab({
  token: (present) => services.session.send({ type: "keyChanged", present }),
  language: () => services.language.reread(),
});
const LinkStatus = lazy(async () => ({ default: (await import("./realtime/linkStatus.tsx")).LinkStatus }));
const router = createConsoleRouter({
  publicRoutes,
  guard: SessionGuard,
  pages: lazy(async () => ({ default: (await import("./shell/signedInPages.tsx")).SignedInPages })),
  paletteSources: [deviceSource(services.store)],
  headerExtra: (
    <Suspense>
      <LinkStatus />
    </Suspense>
  ),
});

const place = document.getElementById("root");
if (!place) throw new Error("the page has no place for the application");
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
