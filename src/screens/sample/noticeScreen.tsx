import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { createActor } from "xstate";
import { sampleNotice } from "#machines/sampleNotice.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { useSession } from "#src/session/sessionView.ts";
import "#src/kit/screen/screen.css";
import "./sample.css";

/** Shows a notification every second while somebody is signed in and this page is open; a hidden tab shows none. */
export function SampleNoticeScreen() {
  const intl = useIntl();
  const toasts = useToasts();
  const { me } = useSession();
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (me.id === "") return;
    const notify = (_: unknown, { number }: { number: number }) => {
      setCount(number);
      toasts.success("sample.notice.text", { number });
    };
    const actor = createActor(sampleNotice.provide({ actions: { notify } }));
    actor.start();
    return () => void actor.stop();
  }, [me.id, toasts]);
  return (
    <section className="gh-page gh-sample">
      <header className="gh-page-head">
        <h1 className="gh-page-title">{intl.formatMessage({ id: "sample.notice.title" })}</h1>
      </header>
      <p className="gh-sample-text">{intl.formatMessage({ id: "sample.notice.help" })}</p>
      <p className="gh-sample-text">{intl.formatMessage({ id: "sample.notice.count" }, { count })}</p>
    </section>
  );
}
