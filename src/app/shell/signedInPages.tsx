import { Activity, type ReactNode, useState } from "react";
import { type Location, Navigate } from "react-router-dom";
import type { ScreenEntry } from "#src/app/screens.ts";
import { useSession } from "#src/app/sessionView.ts";
import { homePath, monitorPath } from "./menuTree.ts";
import type { PaletteSource } from "./paletteSource.ts";
import { Shell } from "./shell.tsx";
import { useUserMenu } from "./userMenu.ts";
import { ViewFrame } from "./viewFrame.tsx";
import { useAloneTitle } from "./viewTitle.ts";

export interface SignedInPagesProps {
  entries: ReadonlyMap<string, ScreenEntry>;
  entry: ScreenEntry;
  location: Location;
  paletteSources: readonly PaletteSource[];
  headerExtra: ReactNode;
}

/** Everybody's: what the console opens with. */
const everybodys: ReadonlySet<string> = new Set([homePath, monitorPath]);

/** A screen that the user's menu holds: alone on the page, or in the shell, which stays behind a page that is drawn alone. */
export function SignedInPages({ entries, entry, location, ...rest }: SignedInPagesProps) {
  const { me } = useSession();
  const { index } = useUserMenu();
  const [inShell, setInShell] = useState<{ path: string; location: Location }>();
  const held = index.has(entry.path) || everybodys.has(entry.path);
  if (held && !entry.bare && inShell?.location !== location) setInShell({ path: entry.path, location });
  if (!held) return <Navigate to="/403" replace />;
  return (
    <>
      {inShell && (
        <Activity mode={entry.bare ? "hidden" : "visible"}>
          <Shell key={me.id} entries={entries} path={inShell.path} location={inShell.location} {...rest} />
        </Activity>
      )}
      {entry.bare && <AlonePage key={entry.path} entry={entry} search={location.search} />}
    </>
  );
}

function AlonePage({ entry, search }: { entry: ScreenEntry; search: string }) {
  useAloneTitle(entry.path);
  return (
    <main className="gh-alone">
      <ViewFrame entry={entry} search={search} active />
    </main>
  );
}
