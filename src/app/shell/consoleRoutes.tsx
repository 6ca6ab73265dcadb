import { type ComponentType, type ReactNode, Suspense } from "react";
import { Navigate, type RouteObject, redirect, useLocation } from "react-router-dom";
import { RefusalPage } from "#src/app/refusalPage.tsx";
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

/** All addresses: the public ones, the two refusals, and every screen that there is behind the guard. */
export const consoleRoutes = ({ publicRoutes, guard, pages, paletteSources, headerExtra, entries }: ConsoleRoutes): RouteObject[] => {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const screen = (
    <ScreenPage entries={byPath} guard={guard} pages={pages} paletteSources={paletteSources ?? noSources} headerExtra={headerExtra} />
  );
  return [
    { path: "/", loader: () => redirect(homePath), element: null, HydrateFallback: Nothing },
    ...publicRoutes,
    { path: "/404", element: <RefusalPage text="404 page not found" title="gate.title.notFound" /> },
    { path: "/403", element: <RefusalPage text="403 page not found" title="gate.title.notAllowed" /> },
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
  const entry = entries.get(location.pathname.replace(/(?<=.)\/+$/, ""));
  if (!entry) return <Navigate to="/404" replace />;
  return (
    <Guard>
      <Suspense>
        <Pages entries={entries} entry={entry} location={location} {...rest} />
      </Suspense>
    </Guard>
  );
}

function Nothing() {
  return null;
}
