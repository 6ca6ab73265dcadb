import { useMemo } from "react";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { type ConfirmOptions, useConfirm, useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { useViewNavigate } from "#src/kit/view/viewLocation.ts";
import type { Dispatch } from "#store/store.ts";
import type { Write } from "./rowsSource.ts";

/** Sends a write; a refusal is shown, else the message `done`. True when it went well. */
export type Send = <In>(write: Write<In>, input: In, done?: string) => Promise<boolean>;

export const useSend = (): Send => {
  const dispatch = useDispatch<Dispatch>();
  const toasts = useToasts();
  return useMemo(
    (): Send => async (write, input, done) => {
      const { error } = await write.send(dispatch, input);
      if (error !== undefined) toasts.refused(asRefusal(error));
      else if (done) toasts.success(done);
      return error === undefined;
    },
    [dispatch, toasts],
  );
};

/** Asks, and sends while the question stands: where it was rejected it stays, with what was said. True when it was confirmed and went well. */
export type SendConfirmed = <In>(question: ConfirmOptions, write: Write<In>, input: In, done: string) => Promise<boolean>;

export const useSendConfirmed = (): SendConfirmed => {
  const dispatch = useDispatch<Dispatch>();
  const confirm = useConfirm();
  const toasts = useToasts();
  return useMemo(
    (): SendConfirmed => async (question, write, input, done) => {
      const sent = await confirm(question, () => write.send(dispatch, input));
      if (sent) toasts.success(done);
      return sent;
    },
    [dispatch, confirm, toasts],
  );
};

/** What actions of a screen use, beside its own rows and form. */
export const useTools = () => {
  const intl = useIntl();
  const navigate = useViewNavigate();
  const send = useSend();
  const sendConfirmed = useSendConfirmed();
  return useMemo(() => ({ intl, navigate: (to: string) => navigate(to), send, sendConfirmed }), [intl, navigate, send, sendConfirmed]);
};
