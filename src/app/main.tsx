import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { PartFault } from "#src/kit/part/loadPart.ts";
import "./base.css";
import { StrictMode } from "react";
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
const LinkStatus = lazyPart(async () => (await import("./realtime/linkStatus.tsx")).LinkStatus, { place: "nook" });
const router = createConsoleRouter({
  publicRoutes,
  guard: SessionGuard,
  pages: lazyPart(async () => (await import("./shell/signedInPages.tsx")).SignedInPages),
  paletteSources: [deviceSource(services.store)],
  headerExtra: <LinkStatus />,
});

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
          <RouterProvider router={router} />
        </LanguageProvider>
      </ServicesContext>
    </Provider>
  </StrictMode>,
);
