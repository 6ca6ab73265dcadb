import "normalize.css";
import "@blueprintjs/core/lib/css/blueprint.css";
import "./app.css";
import { BlueprintProvider } from "@blueprintjs/core";
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useIntl } from "react-intl";
import type { MenuItem } from "#contract/resources/user.ts";
import { cachedMenu, cacheIndustries, cacheMenu, cachePaths } from "#src/app/browserStore.ts";
import { startIcons } from "#src/app/icons.ts";
import { useServices } from "#src/app/servicesContext.ts";
import { useConfirm } from "#src/kit/feedback/feedback.ts";
import { FeedbackProvider } from "#src/kit/feedback/feedbackProvider.tsx";
import { LoadingPage } from "#src/screens/login/loadingPage.tsx";
import { type SessionView, SessionViewContext } from "#src/session/sessionView.ts";
import { companyCalls } from "#store/handles/company.ts";
import { dictCalls } from "#store/handles/dict.ts";
import { userCalls } from "#store/handles/user.ts";
import { LanguageProvider } from "./languageProvider.tsx";
import { neededWords } from "./neededWords.ts";
import { RealtimeProvider } from "./realtime/realtimeProvider.tsx";

const noMenu: readonly MenuItem[] = [];

const isMenu = (value: unknown): value is MenuItem[] => Array.isArray(value);

const industriesAsked = { name: "industry", pageNo: 1, pageSize: 999 };
const confAsked = { name: "sys-conf", pageNo: 1, pageSize: 10 };

function Session({ children }: { children: ReactNode }) {
  const intl = useIntl();
  const confirm = useConfirm();
  const { session } = useServices();
  const { data: me } = userCalls.my.useQuery({});
  const { data: menu } = userCalls.menu_tree.useQuery({});
  const { data: company } = companyCalls.get_my.useQuery({});
  const { data: conf } = dictCalls.query.useQuery(confAsked);
  const { data: industries } = dictCalls.query.useQuery(industriesAsked);
  useEffect(() => {
    if (me) cachePaths(me.paths);
  }, [me]);
  useEffect(() => {
    if (menu) cacheMenu(menu);
  }, [menu]);
  useEffect(() => {
    if (industries) cacheIndustries(industries.list);
  }, [industries]);
  const view = useMemo((): SessionView | undefined => {
    if (!me) return undefined;
    const cached = cachedMenu();
    return {
      me,
      companyName: company?.name ?? "",
      systemName: conf?.list[0]?.remark ?? "",
      menu: menu ?? (isMenu(cached) ? cached : noMenu),
      signOut() {
        void confirm({
          kind: "plain",
          question: intl.formatMessage({ id: "session.signOutQuestion" }),
          action: intl.formatMessage({ id: "session.signOut" }),
        }).then((confirmed) => {
          if (confirmed) session.send({ type: "signOut" });
        });
      },
    };
  }, [me, menu, company, conf, confirm, intl, session]);
  if (!view) return <LoadingPage />;
  return (
    <SessionViewContext value={view}>
      <RealtimeProvider>{children}</RealtimeProvider>
    </SessionViewContext>
  );
}

/** What is there only while somebody is signed in: the session's data, toasts and questions, the realtime connection. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { language } = useServices();
  useState(startIcons);
  const load = useSyncExternalStore(neededWords.subscribe, neededWords.current);
  return (
    <LanguageProvider store={language} load={load} fallback={<LoadingPage />} onLoaded={neededWords.loaded}>
      <BlueprintProvider>
        <FeedbackProvider>
          <Session>{children}</Session>
        </FeedbackProvider>
      </BlueprintProvider>
    </LanguageProvider>
  );
}
