import { Activity, type ReactNode, useState } from "react";
import type { Location } from "react-router-dom";
import { JobsProvider } from "#src/app/jobs/jobsProvider.tsx";
import { LeadTo } from "#src/app/leadTo.tsx";
import { notAllowedPath, notFoundPath, refusals } from "#src/app/refusalPage.tsx";
import type { ScreenEntry } from "#src/app/screens.ts";
import { homePath, monitorPath } from "#src/session/menuTree.ts";
import { useSession } from "#src/session/sessionView.ts";
import { useUserMenu } from "#src/session/userMenu.ts";
import type { PaletteSource } from "./paletteSource.ts";
import { Shell } from "./shell.tsx";
import { ViewFrame } from "./viewFrame.tsx";
import { useAloneTitle } from "./viewTitle.ts";

export interface SignedInPagesProps {
  entries: ReadonlyMap<string, ScreenEntry>;
  /** Of a screen, of a refusal, or of nothing that there is. */
  path: string;
  location: Location;
  paletteSources: readonly PaletteSource[];
  headerExtra: ReactNode;
}

/** Everybody's: what the console opens with. */
const everybodys: ReadonlySet<string> = new Set([homePath, monitorPath]);

/**
 * A screen that the user's menu holds: alone on the page, or in the shell, which stays behind a page that is drawn alone and around a
 * refusal.
 */
export function SignedInPages({ entries, path, location, ...rest }: SignedInPagesProps) {
  const { me } = useSession();
  const { index } = useUserMenu();
  const [inShell, setInShell] = useState<{ path: string; location: Location }>();
  const entry = entries.get(path);
  const held = entry !== undefined && (index.has(path) || everybodys.has(path));
  const alone = held && entry.bare ? entry : undefined;
  const shown = refusals.has(path) || (held && !alone);
  if (shown && inShell?.location !== location) setInShell({ path, location });
  return (
    <>
      {!held && !shown && <LeadTo to={entry ? notAllowedPath : notFoundPath} />}
      {inShell && (
        <Activity mode={alone ? "hidden" : "visible"}>
          <JobsProvider key={me.id}>
            <Shell entries={entries} path={inShell.path} location={inShell.location} {...rest} />
          </JobsProvider>
        </Activity>
      )}
      {alone && <AlonePage key={path} entry={alone} search={location.search} />}
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
