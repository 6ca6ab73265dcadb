import { useSelector } from "@xstate/react";
import type { RouteObject } from "react-router-dom";
import { LeadTo } from "#src/app/leadTo.tsx";
import { useServices } from "#src/app/servicesContext.ts";
import { LoadingPage } from "#src/screens/login/loadingPage.tsx";
import { LoginPage } from "#src/screens/login/loginPage.tsx";
import { homePath } from "./shell/menuTree.ts";
import { Titled } from "./titled.tsx";

function LoginRoute() {
  const { session } = useServices();
  const state = useSelector(session, (snapshot) => snapshot.value);
  if (state === "signedIn") return <LeadTo to={homePath} />;
  if (state === "loading" || state === "failed") return <LeadTo to="/loading" />;
  return (
    <Titled id="gate.login">
      <LoginPage />
    </Titled>
  );
}

function LoadingRoute() {
  const { session } = useServices();
  const state = useSelector(session, (snapshot) => snapshot.value);
  if (state === "signedIn") return <LeadTo to={homePath} />;
  if (state === "signedOut") return <LeadTo to="/login" />;
  return (
    <Titled id="gate.loading">
      <LoadingPage />
    </Titled>
  );
}

const Nothing = () => null;

/** Pages that need no session. */
export const publicRoutes: readonly RouteObject[] = [
  { path: "/login", element: <LoginRoute /> },
  { path: "/loading", element: <LoadingRoute /> },
  {
    path: "/account/register",
    HydrateFallback: Nothing,
    lazy: async () => {
      const { RegisterPage } = await import("#src/screens/account/registerPage.tsx");
      return {
        element: (
          <Titled id="gate.registerTitle">
            <RegisterPage />
          </Titled>
        ),
      };
    },
  },
  {
    path: "/Provision",
    HydrateFallback: Nothing,
    lazy: async () => {
      const { ProvisionPage } = await import("#src/screens/account/provisionPage.tsx");
      return {
        element: (
          <Titled id="gate.register.provision">
            <ProvisionPage />
          </Titled>
        ),
      };
    },
  },
  {
    path: "/account/ft_password",
    HydrateFallback: Nothing,
    lazy: async () => {
      const { ResetPasswordPage } = await import("#src/screens/account/resetPasswordPage.tsx");
      return {
        element: (
          <Titled id="gate.resetTitle">
            <ResetPasswordPage />
          </Titled>
        ),
      };
    },
  },
];
