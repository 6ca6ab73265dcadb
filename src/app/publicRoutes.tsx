import { useSelector } from "@xstate/react";
import { Navigate, type RouteObject } from "react-router-dom";
import { useServices } from "#src/app/servicesContext.ts";
import { LoadingPage } from "#src/screens/login/loadingPage.tsx";
import { LoginPage } from "#src/screens/login/loginPage.tsx";
import { homePath } from "./shell/menuTree.ts";

function LoginRoute() {
  const { session } = useServices();
  const state = useSelector(session, (snapshot) => snapshot.value);
  if (state === "signedIn") return <Navigate to={homePath} replace />;
  if (state === "loading" || state === "failed") return <Navigate to="/loading" replace />;
  return <LoginPage />;
}

function LoadingRoute() {
  const { session } = useServices();
  const state = useSelector(session, (snapshot) => snapshot.value);
  if (state === "signedIn") return <Navigate to={homePath} replace />;
  if (state === "signedOut") return <Navigate to="/login" replace />;
  return <LoadingPage />;
}

const Nothing = () => null;

/** Pages that need no session. */
export const publicRoutes: readonly RouteObject[] = [
  { path: "/login", element: <LoginRoute /> },
  { path: "/loading", element: <LoadingRoute /> },
  {
    path: "/account/ft_password",
    HydrateFallback: Nothing,
    lazy: async () => ({ Component: (await import("#src/screens/account/resetPasswordPage.tsx")).ResetPasswordPage }),
  },
];
