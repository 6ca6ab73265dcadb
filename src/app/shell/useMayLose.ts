import { useCallback } from "react";
import { useIntl } from "react-intl";
import { useConfirm } from "#src/kit/feedback/feedback.ts";
import { forgetUnsaved, hasUnsaved } from "#src/kit/form/unsaved.ts";
import { listText } from "#src/kit/value/listText.ts";
import { tabTitle } from "#src/session/menuTree.ts";
import { useLanguage, useSession } from "#src/session/sessionView.ts";
import type { Tab } from "#store/tabs.ts";

/** Does `then` at once when nothing unsaved goes with these tabs; otherwise only when a person agrees to lose it. */
export type MayLose = (tabs: readonly Tab[], then: () => void) => void;

export const useMayLose = (): MayLose => {
  const intl = useIntl();
  const { language } = useLanguage();
  const userId = useSession().me.id;
  const confirm = useConfirm();
  return useCallback(
    (tabs, then) => {
      const losing = tabs.filter((tab) => hasUnsaved(sessionStorage, userId, tab.path));
      if (losing.length === 0) {
        then();
        return;
      }
      void confirm({
        kind: "danger",
        question: intl.formatMessage({ id: "form.leave.question" }),
        action: intl.formatMessage({ id: "form.leave.action" }),
        detail: listText(
          intl,
          losing.map((tab) => tabTitle(tab, language)),
        ),
      }).then((confirmed) => {
        if (!confirmed) return;
        for (const tab of losing) forgetUnsaved(sessionStorage, userId, tab.path);
        then();
      });
    },
    [intl, language, userId, confirm],
  );
};
