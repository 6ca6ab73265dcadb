import { useMachine } from "@xstate/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { fromPromise } from "xstate";
import { z } from "zod";
import { codes } from "#contract/codes.ts";
import { type AlarmRow, alarmLog } from "#contract/resources/alarm.ts";
import { alarmProcessing, type ProcessOutcome, type ProcessRequest, type SelectedRecord } from "#machines/alarmProcessing.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { focusContent } from "#src/kit/view/content.ts";
import { useSession } from "#src/session/sessionView.ts";
import { api } from "#store/api.ts";
import { staleTags } from "#store/attach.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import type { Dispatch } from "#store/store.ts";

const outrun: ReadonlySet<unknown> = new Set([codes.alarmProcessed.code, codes.batchProcessed.code, codes.notFound.code]);

/** What a refusal tells of who has handled the alarm. */
const firstOne = z.object({ by: z.string().min(1), at: z.string() });

/** What is said of an alarm that is processed; its state as a row or a notice has it. */
export type ProcessedAlarm = Pick<AlarmRow, "id" | "deviceName" | "triggerText"> & { readonly state: number };

const selected = (rows: readonly ProcessedAlarm[]): SelectedRecord[] => rows.map(({ id, state }) => ({ id, processed: state !== 0 }));

/** Where the keyboard was before the dialog; what it was opened from, a menu or a button, is gone by then, and its table or drawer takes over. */
const focusBack = (from: Element): void => {
  const places = [...document.querySelectorAll<HTMLElement>('[role="grid"], [role="dialog"][tabindex]')];
  const to =
    from instanceof HTMLElement && from.isConnected && from !== document.body ? from : places.findLast((place) => place.checkVisibility());
  if (to) to.focus();
  else focusContent();
};

/** The machine that processes alarm records, with its call. */
export const useProcessing = () => {
  const settled = useRef<(went: boolean) => void>(undefined);
  const opener = useRef<Element | null>(null);
  const handled = useRef<readonly ProcessedAlarm[]>([]);
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const toasts = useToasts();
  const { me } = useSession();
  const machine = useMemo(
    () =>
      alarmProcessing.provide({
        actors: {
          process: fromPromise<ProcessOutcome, ProcessRequest>(async ({ input }) => {
            const request = { ...input, ids: [...input.ids] };
            const { data, error } = await dispatch(alarmLogCalls.recover.initiate(request, { track: false }));
            if (data) return { ok: true, processed: data.processed };
            const refusal = asRefusal(error);
            // Somebody else was faster: what is shown is old.
            if (outrun.has(refusal.code)) dispatch(api.util.invalidateTags(staleTags([alarmLog.name])));
            const { data: first } = firstOne.safeParse(refusal.data);
            if (refusal.code === codes.alarmProcessed.code && first)
              return {
                ok: false,
                message: intl.formatMessage({ id: "alarms.process.first" }, { by: first.by, at: formatInstant(me.zone, first.at) }),
              };
            return { ok: false, message: refusalText(refusal, intl)?.text ?? "" };
          }),
        },
        actions: {
          told: () => {
            const [only, ...others] = handled.current;
            // Behind it the next one may stand where this one stood.
            if (only && others.length === 0) toasts.success("alarms.processedOne", { about: `${only.deviceName} · ${only.triggerText}` });
            else toasts.success("alarms.processed");
            settled.current?.(true);
          },
        },
      }),
    [dispatch, intl, toasts, me.zone],
  );
  const [state, send] = useMachine(machine);
  const [about, setAbout] = useState<readonly ProcessedAlarm[]>([]);
  const idle = state.matches("idle");
  useEffect(() => {
    if (!idle) return undefined;
    settled.current?.(false);
    const from = opener.current;
    opener.current = null;
    if (!from) return undefined;
    // Once the overlays have let go of it.
    const timer = setTimeout(() => focusBack(from));
    return () => clearTimeout(timer);
  }, [idle]);
  /** Opens the dialog for these records; resolves with whether they were processed. */
  const open = useCallback(
    (rows: readonly ProcessedAlarm[]) =>
      new Promise<boolean>((resolve) => {
        settled.current = resolve;
        opener.current = document.activeElement;
        handled.current = rows;
        setAbout(rows);
        send({ type: "open", records: selected(rows) });
      }),
    [send],
  );
  return [state, send, open, about] as const;
};

export type Processing = ReturnType<typeof useProcessing>;
