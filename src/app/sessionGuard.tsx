import { useSelector } from "@xstate/react";
import { lazy, type ReactNode, Suspense } from "react";
import { LeadTo } from "#src/app/leadTo.tsx";
import { useServices } from "#src/app/servicesContext.ts";
import { LoadingPage } from "#src/screens/login/loadingPage.tsx";

const SignedIn = lazy(async () => ({ default: (await import("./signedIn.tsx")).SignedIn }));

/** Draws its children while somebody is signed in; leads to /login when nobody is. */
export function SessionGuard({ children }: { children: ReactNode }) {
  const { session } = useServices();
  const state = useSelector(session, (snapshot) => snapshot.value);
  if (state === "signedOut") return <LeadTo to="/login" />;
  if (state !== "signedIn") return <LoadingPage />;
  return (
    <Suspense fallback={<LoadingPage />}>
      <SignedIn>{children}</SignedIn>
    </Suspense>
  );
}
