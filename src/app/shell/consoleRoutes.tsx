import type { ComponentType, ReactNode } from "react";
import { matchPath, useLocation } from "react-router-dom";
import { readToken } from "#src/app/browserStore.ts";
import { LeadTo } from "#src/app/leadTo.tsx";
import { notFoundPath, RefusalPage, refusals } from "#src/app/refusalPage.tsx";
import type { ScreenEntry } from "#src/app/screens.ts";
import { homePath } from "#src/session/menuTree.ts";
import { PageBoundary } from "./pageBoundary.tsx";
import type { PaletteSource } from "./paletteSource.ts";
import type { SignedInPagesProps } from "./signedInPages.tsx";

export interface PublicRoute {
  readonly path: string;
  readonly element: ReactNode;
}

interface ConsoleRoutesProps {
  /** Pages that need no session. */
  publicRoutes: readonly PublicRoute[];
  /** Draws its children, with the session around them, only while somebody is signed in; otherwise it leads to /login. */
  guard: ComponentType<{ children: ReactNode }>;
  /** SignedInPages, loaded when it is needed: the shell is not part of what the log-in page loads. */
  pages: ComponentType<SignedInPagesProps>;
  paletteSources?: readonly PaletteSource[];
  headerExtra?: ReactNode;
  entries: ReadonlyMap<string, ScreenEntry>;
}

const root = "/";
const noSources: readonly PaletteSource[] = [];

/** All addresses: the public ones, every screen that there is behind the guard, and the two refusals. */
export function ConsoleRoutes({ publicRoutes, ...screens }: ConsoleRoutesProps) {
  const location = useLocation();
  const route = publicRoutes.find(({ path }) => matchPath(path, location.pathname));
  return (
    <PageBoundary location={location}>
      {location.pathname === root && <LeadTo to={homePath} />}
      {route ? route.element : <ScreenPage {...screens} />}
    </PageBoundary>
  );
}

function ScreenPage({
  entries,
  guard: Guard,
  pages: Pages,
  paletteSources = noSources,
  headerExtra,
}: Omit<ConsoleRoutesProps, "publicRoutes">) {
  const location = useLocation();
  // The shell stays while the address becomes that of home.
  const path = location.pathname === root ? homePath : location.pathname.replace(/(?<=.)\/+$/, "");
  const entry = entries.get(path);
  if (!entry && readToken() === undefined) {
    const refused = refusals.get(path);
    return refused ? <RefusalPage refused={refused} /> : <LeadTo to={notFoundPath} />;
  }
  return (
    <Guard>
      <Pages entries={entries} path={path} location={location} paletteSources={paletteSources} headerExtra={headerExtra} />
    </Guard>
  );
}
