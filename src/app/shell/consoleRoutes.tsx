import type { ComponentType, ReactNode } from "react";
import { type RouteObject, redirect, useLocation, useRouteError } from "react-router-dom";
import { readToken } from "#src/app/browserStore.ts";
import { LeadTo } from "#src/app/leadTo.tsx";
import { notFoundPath, RefusalPage, refusals } from "#src/app/refusalPage.tsx";
import type { ScreenEntry } from "#src/app/screens.ts";
import { PartTroubleNote } from "#src/kit/part/partTroubleNote.tsx";
import { homePath } from "#src/session/menuTree.ts";
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
    ...publicRoutes.map((route) => ({ errorElement: <FailedPage />, ...route })),
    { path: "*", element: screen, errorElement: <FailedPage /> },
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
      <Pages entries={entries} path={path} location={location} {...rest} />
    </Guard>
  );
}

/** What is left when even the frame around the views fails. */
function FailedPage() {
  const fault = useRouteError();
  return <PartTroubleNote fault={fault instanceof Error ? fault : new Error(String(fault))} place="room" again={false} />;
}

function Nothing() {
  return null;
}
