import { type ComponentType, type ReactNode, Suspense } from "react";
import { type RouteObject, redirect, useLocation } from "react-router-dom";
import { readToken } from "#src/app/browserStore.ts";
import { LeadTo } from "#src/app/leadTo.tsx";
import { notFoundPath, RefusalPage, refusals } from "#src/app/refusalPage.tsx";
import type { ScreenEntry } from "#src/app/screens.ts";
import { homePath } from "./menuTree.ts";
import type { PaletteSource } from "./paletteSource.ts";
import type { SignedInPagesProps } from "./signedInPages.tsx";

export interface ConsoleRoutes {
  /** Pages that need no session. */
  publicRoutes: readonly RouteObject[];
  /** Draws its children, with the session around them, only while somebody is signed in; otherwise it leads to /login. */
  guard: ComponentType<{ children: ReactNode }>;
  /** SignedInPages, loaded when it is needed: the shell is not part of what the log-in page loads. */
  pages: ComponentType<SignedInPagesProps>;
  paletteSources?: readonly PaletteSource[];
  headerExtra?: ReactNode;
  entries: readonly ScreenEntry[];
}

const noSources: readonly PaletteSource[] = [];

/** All addresses: the public ones, every screen that there is behind the guard, and the two refusals. */
export const consoleRoutes = ({ publicRoutes, guard, pages, paletteSources, headerExtra, entries }: ConsoleRoutes): RouteObject[] => {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const screen = (
    <ScreenPage entries={byPath} guard={guard} pages={pages} paletteSources={paletteSources ?? noSources} headerExtra={headerExtra} />
  );
  return [
    { path: "/", loader: () => redirect(homePath), element: null, HydrateFallback: Nothing },
    ...publicRoutes,
    { path: "*", element: screen },
  ];
};

interface ScreenPageProps {
  entries: ReadonlyMap<string, ScreenEntry>;
  guard: ConsoleRoutes["guard"];
  pages: ConsoleRoutes["pages"];
  paletteSources: readonly PaletteSource[];
  headerExtra: ReactNode;
}

function ScreenPage({ entries, guard: Guard, pages: Pages, ...rest }: ScreenPageProps) {
  const location = useLocation();
  const path = location.pathname.replace(/(?<=.)\/+$/, "");
  const entry = entries.get(path);
  if (!entry && readToken() === undefined) {
    const refused = refusals.get(path);
    return refused ? <RefusalPage refused={refused} /> : <LeadTo to={notFoundPath} />;
  }
  return (
    <Guard>
      <Suspense>
        <Pages entries={entries} path={path} location={location} {...rest} />
      </Suspense>
    </Guard>
  );
}

function Nothing() {
  return null;
}
