import { useSelector } from "@xstate/react";
import { LeadTo } from "#src/app/leadTo.tsx";
import { useServices } from "#src/app/servicesContext.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { LoadingPage } from "#src/screens/login/loadingPage.tsx";
import { homePath } from "#src/session/menuTree.ts";
import type { PublicRoute } from "./shell/consoleRoutes.tsx";
import { Titled } from "./titled.tsx";

const LoginPage = lazyPart(async () => (await import("#src/screens/login/loginPage.tsx")).LoginPage);

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

const RegisterPage = lazyPart(async () => (await import("#src/screens/account/registerPage.tsx")).RegisterPage);
const ProvisionPage = lazyPart(async () => (await import("#src/screens/account/provisionPage.tsx")).ProvisionPage);
const ResetPasswordPage = lazyPart(async () => (await import("#src/screens/account/resetPasswordPage.tsx")).ResetPasswordPage);

/** Pages that need no session. */
export const publicRoutes: readonly PublicRoute[] = [
  { path: "/login", element: <LoginRoute /> },
  { path: "/loading", element: <LoadingRoute /> },
  {
    path: "/account/register",
    element: (
      <Titled id="gate.registerTitle">
        <RegisterPage />
      </Titled>
    ),
  },
  {
    path: "/Provision",
    element: (
      <Titled id="gate.register.provision">
        <ProvisionPage />
      </Titled>
    ),
  },
  {
    path: "/account/ft_password",
    element: (
      <Titled id="gate.resetTitle">
        <ResetPasswordPage />
      </Titled>
    ),
  },
];
