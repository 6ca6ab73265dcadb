import { render } from "@testing-library/react";
import type { Language } from "#contract/messages.ts";
import type { Act, ConfirmOptions } from "#src/kit/feedback/feedback.ts";
import { createStore } from "#store/store.ts";
import type { Refusal } from "#store/transport.ts";
import { type Answer, intlOf, inView, type Rights, silent } from "./inView.tsx";
import { withSystemMode } from "./shell/consoleHarness.tsx";

interface PageSetup extends Partial<Rights> {
  /** The view's address. */
  at?: string;
  language?: Language;
  /** What the server says to a call; one that is not listed is answered with nothing. */
  answers?: Readonly<Record<string, (request: object) => Answer | Promise<Answer>>>;
  /** Says no to whatever is asked before. */
  declines?: boolean;
}

/** Shows one view of the console to somebody with these rights, over a server that says what the test has it say. */
export const showPage = (node: React.ReactNode, { answers = {}, declines = false, ...setup }: PageSetup = {}) => {
  withSystemMode(false);
  const sent: { path: string; request: object }[] = [];
  const said: string[] = [];
  const asked: string[] = [];
  const details: string[] = [];
  const moved: string[] = [];
  const intl = intlOf(setup.language ?? "en");
  const store = createStore({
    async send({ path }, request) {
      sent.push({ path, request });
      return (await answers[path]?.(request)) ?? { data: null };
    },
    file: silent.file,
  });
  const feedback = {
    toasts: {
      success: (id: string, values?: Record<string, string | number>) => said.push(intl.formatMessage({ id }, values)),
      warning: (text: string) => said.push(text),
      error: (text: string) => said.push(text),
      refused: ({ code }: Refusal) => said.push(String(code)),
    },
    async ask({ question = "", detail = "" }: ConfirmOptions, _ended: AbortSignal, act?: Act) {
      asked.push(question);
      details.push(detail);
      if (declines) return false;
      return (await act?.())?.error === undefined;
    },
  };
  const page = render(inView(node, { ...setup, store, feedback, onMove: (to) => moved.push(to) }));
  return { ...page, store, sent, said, asked, details, moved };
};
