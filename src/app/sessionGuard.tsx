import { useSelector } from "@xstate/react";
import type { ReactNode } from "react";
import { LeadTo } from "#src/app/leadTo.tsx";
import { useServices } from "#src/app/servicesContext.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { LoadingPage } from "#src/screens/login/loadingPage.tsx";

const SignedIn = lazyPart(async () => (await import("./signedIn.tsx")).SignedIn, { waiting: <LoadingPage /> });

/** Draws its children while somebody is signed in; leads to /login when nobody is. */
export function SessionGuard({ children }: { children: ReactNode }) {
  const { session } = useServices();
  const state = useSelector(session, (snapshot) => snapshot.value);
  if (state === "signedOut") return <LeadTo to="/login" />;
  if (state !== "signedIn") return <LoadingPage />;
  return <SignedIn>{children}</SignedIn>;
}
