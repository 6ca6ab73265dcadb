import { Button, Callout, Dialog, DialogBody, DialogFooter, Radio, RadioGroup, TextArea } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { type KeyboardEvent, useId } from "react";
import { useIntl } from "react-intl";
import { codePoints, limits } from "#contract/limits.ts";
import { type ProcessResult, remarkFault } from "#machines/alarmProcessing.ts";
import { useConfirm } from "#src/kit/feedback/feedback.ts";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import "#src/kit/form/form.css";
import type { ProcessedAlarm, Processing } from "./useProcessing.ts";
import "./alarms.css";

/** How many of those that are handled together are named. */
const named = 5;
const results: readonly ProcessResult[] = [1, 2];

interface ProcessDialogProps {
  processing: Processing;
}

interface PartProps extends ProcessDialogProps {
  /** Asks first where something was typed. */
  onClose(): void;
}

function Mixed({ processing: [state, send] }: PartProps) {
  const intl = useIntl();
  const { ids, processed } = state.context;
  const say = (id: string, count: number) => intl.formatMessage({ id }, { count });
  return (
    <>
      <DialogBody>
        <Callout intent="warning" role="alert">
          {say("code.batchProcessed", processed)}
        </Callout>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={intl.formatMessage({ id: "form.close" })} autoFocus onClick={() => send({ type: "close" })} />
            {ids.length > 0 && <Button text={say("alarms.process.others", ids.length)} onClick={() => send({ type: "leaveOut" })} />}
          </>
        }
      />
    </>
  );
}

/** Says that somebody else was faster, as soon as that is known. */
function FirstOne({ about }: { about: ProcessedAlarm }) {
  const intl = useIntl();
  const { me } = useSession();
  const readable = isGranted(me.paths, alarmLogCalls.get.call);
  const { currentData } = alarmLogCalls.get.useQuery(readable ? { id: about.id } : skipToken);
  if (!currentData || currentData.state === 0 || currentData.processedAt === null) return null;
  const { processor: by, processedAt } = currentData;
  return (
    <Callout compact intent="warning" role="alert">
      {intl.formatMessage({ id: "alarms.process.first" }, { by, at: formatInstant(me.zone, processedAt) })}
    </Callout>
  );
}

function Editor({ processing: [state, send, , asked], onClose }: PartProps) {
  const intl = useIntl();
  const fieldId = useId();
  const { ids, result, remark, tried, refusal } = state.context;
  const rows = asked.filter(({ id }) => ids.includes(id));
  const [about] = rows;
  const busy = state.matches("submitting");
  const say = (id: string, values?: Record<string, number>) => intl.formatMessage({ id: `alarms.process.${id}` }, values);
  const fault = remarkFault(remark);
  const shownFault = fault === "rule.tooLong" || (tried && fault) ? fault : undefined;
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send({ type: "submit" });
  };
  return (
    <form
      noValidate
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: "submit" });
      }}
    >
      <DialogBody>
        <ul className="gh-process-about">
          {rows.slice(0, named).map(({ id, deviceName, triggerText }) => (
            <li key={id}>
              <ForeignText text={deviceName} />
              {" · "}
              <ForeignText text={triggerText} />
            </li>
          ))}
          {rows.length > named && <li>{say("more", { count: rows.length - named })}</li>}
        </ul>
        <div className="gh-field">
          <span id={`${fieldId}-result`} className="gh-field-label">
            {say("result")}
          </span>
          <RadioGroup
            inline
            name={`${fieldId}-result`}
            aria-labelledby={`${fieldId}-result`}
            selectedValue={result}
            disabled={busy}
            onChange={(event) => send({ type: "result", result: event.currentTarget.value === "2" ? 2 : 1 })}
          >
            {results.map((one) => (
              <Radio key={one} value={one} label={intl.formatMessage({ id: one === 1 ? "alarmState.handled" : "alarmState.false" })} />
            ))}
          </RadioGroup>
        </div>
        <div className={shownFault ? "gh-field gh-field-faulty" : "gh-field"}>
          <label htmlFor={fieldId} className="gh-field-label">
            {say("remark")}
            <span className="gh-field-required" aria-hidden>
              *
            </span>
          </label>
          <TextArea
            id={fieldId}
            fill
            autoFocus
            rows={4}
            value={remark}
            disabled={busy}
            intent={shownFault ? "danger" : "none"}
            aria-required
            aria-invalid={shownFault !== undefined}
            aria-describedby={`${fieldId}-help ${shownFault ? `${fieldId}-error` : ""}`}
            onChange={(event) => send({ type: "remark", remark: event.currentTarget.value })}
          />
          <div id={`${fieldId}-help`} className="gh-field-help gh-process-help">
            <span>{say("help")}</span>
            <span>{say("length", { count: codePoints(remark.trim()), most: limits.remark })}</span>
          </div>
          {shownFault && (
            <div id={`${fieldId}-error`} className="gh-field-error">
              {intl.formatMessage({ id: shownFault })}
            </div>
          )}
        </div>
        {about && rows.length === 1 && !state.matches("refused") && <FirstOne about={about} />}
        {state.matches("refused") && (
          <Callout compact intent="danger" role="alert">
            {refusal || intl.formatMessage({ id: "code.fault" })}
          </Callout>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={intl.formatMessage({ id: "feedback.action.cancel" })} disabled={busy} onClick={onClose} />
            <Button type="submit" intent="primary" loading={busy} text={say("submit")} />
          </>
        }
      />
    </form>
  );
}

/** Asks what became of the alarms; open as long as the machine is at work. */
export function ProcessDialog({ processing }: ProcessDialogProps) {
  const intl = useIntl();
  const [state, send] = processing;
  const confirm = useConfirm();
  const close = async () => {
    const typed = state.context.remark.trim() !== "";
    const question = {
      question: intl.formatMessage({ id: "form.leave.question" }),
      action: intl.formatMessage({ id: "form.leave.action" }),
    };
    if (!typed || (await confirm({ kind: "danger", ...question }))) send({ type: "close" });
  };
  const count = state.context.ids.length + state.context.processed;
  // A dialog that stays mounted keeps its place in the page, which is below a drawer that was opened later.
  if (state.matches("idle")) return null;
  const Part = state.matches({ refused: "mixed" }) ? Mixed : Editor;
  return (
    <Dialog
      isOpen
      title={intl.formatMessage({ id: "alarms.process.title" }, { count })}
      className="gh-process"
      transitionDuration={100}
      canOutsideClickClose={false}
      onClose={() => void close()}
    >
      <Part processing={processing} onClose={() => void close()} />
    </Dialog>
  );
}
