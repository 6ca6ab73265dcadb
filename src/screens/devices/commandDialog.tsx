import { Button, Callout, Dialog, DialogBody, DialogFooter, HTMLSelect, InputGroup, Switch } from "@blueprintjs/core";
import { useId, useState } from "react";
import { useIntl } from "react-intl";
import { entryLabel } from "#contract/point/enumeration.ts";
import type { DeviceRow, PointNow, SlaveNow } from "#contract/resources/device.ts";
import { withUnit } from "#contract/withUnit.ts";
import { useConfirm, useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import { useStillOpen } from "#src/kit/feedback/stillOpen.ts";
import { useFocusBack } from "#src/kit/form/focusBack.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import "#src/kit/form/form.css";
import { pointLine, pointName } from "#src/kit/value/pointText.ts";
import { commandAnswer } from "#src/screens/orders/commandAnswer.ts";
import { SendTiming } from "#src/screens/orders/sendTiming.tsx";
import { atOnce, timingFault, timingRequest } from "#src/screens/orders/timing.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { serverNow } from "#store/serverClock.ts";
import { commandKind, commandValue } from "./commandValue.ts";

export interface CommandTarget {
  device: Pick<DeviceRow, "id" | "name">;
  slave: SlaveNow;
  point: PointNow;
}

interface CommandDialogProps extends CommandTarget {
  onClose(): void;
}

interface Reply {
  readonly intent: "success" | "danger";
  readonly text: string;
}

interface ControlProps {
  id: string;
  point: PointNow;
  text: string;
  faulty: boolean;
  onText(text: string): void;
}

function Control({ id, point, text, faulty, onText }: ControlProps) {
  const intl = useIntl();
  switch (commandKind(point)) {
    case "choice":
      return (
        <HTMLSelect id={id} fill autoFocus value={text} onChange={(event) => onText(event.currentTarget.value)}>
          <option value="">{intl.formatMessage({ id: "form.choose" })}</option>
          {point.enumeration.map(({ value, label, labelEn }) => (
            <option key={value} value={String(value)}>
              {entryLabel({ label, labelEn }, languageOf(intl))}
            </option>
          ))}
        </HTMLSelect>
      );
    case "switch":
      return (
        <Switch
          id={id}
          autoFocus
          checked={text === "1"}
          label={intl.formatMessage({ id: text === "1" ? "command.on" : "command.off" })}
          onChange={(event) => onText(event.currentTarget.checked ? "1" : "0")}
        />
      );
    case "number":
    case "text":
      return (
        <InputGroup
          id={id}
          autoFocus
          fill
          value={text}
          intent={faulty ? "danger" : "none"}
          inputMode={commandKind(point) === "number" ? "decimal" : "text"}
          autoComplete="off"
          maxLength={200}
          {...(point.unit ? { rightElement: <span className="gh-field-unit">{point.unit}</span> } : {})}
          onChange={(event) => onText(event.currentTarget.value)}
        />
      );
  }
}

const startText = (point: PointNow): string => {
  if (commandKind(point) === "switch") return Number(point.value) === 1 ? "1" : "0";
  return point.value === null ? "" : String(point.value);
};

/** What the server says behind the name of a point, standing alone. */
const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Writes one point: its control, a question, then what the device replied, which is told as well where the dialog was closed before. */
export function CommandDialog({ device, slave, point, onClose }: CommandDialogProps) {
  const intl = useIntl();
  const confirm = useConfirm();
  const toasts = useToasts();
  const stillOpen = useStillOpen();
  useFocusBack();
  const controlId = useId();
  const [send, { isLoading }] = deviceCalls.cmd.useMutation();
  const [text, setText] = useState(() => startText(point));
  const [touched, setTouched] = useState(false);
  const [reply, setReply] = useState<Reply>();
  const [timing, setTiming] = useState(atOnce);
  const language = languageOf(intl);
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id }, values);
  const name = pointName(point, language);
  const read = commandValue(point, text);
  const wrong = touched && !read.ok ? read : undefined;
  const fault = wrong && ("said" in wrong ? sentence(wrong.said[language]) : say(wrong.fault, wrong.values));
  const bounds = [
    point.min === null ? "" : say("command.least", { limit: withUnit(String(point.min), point.unit) }),
    point.max === null ? "" : say("command.most", { limit: withUnit(String(point.max), point.unit) }),
  ].filter(Boolean);

  const type = (next: string) => {
    // What is under way is answered beside the value that was sent.
    if (isLoading) return;
    setText(next);
    setReply(undefined);
  };
  const submit = async () => {
    setTouched(true);
    if (!read.ok || isLoading) return;
    // A number as it is sent, not as readings of its point are written.
    const value =
      typeof read.value === "boolean" ? say(read.value ? "command.on" : "command.off") : pointLine(String(read.value), point, language);
    const detail = say("command.detail", { device: device.name, slave: slave.name, point: name, value });
    if (timingFault(timing, serverNow()) !== undefined) return;
    if (!(await confirm({ kind: "submit", question: say("command.question"), action: say("command.send"), detail }))) return;
    setReply(undefined);
    const { data, error } = await send({ id: device.id, slave: slave.no, values: { [point.id]: read.value }, ...timingRequest(timing) });
    const told = data ? commandAnswer(data, intl) : refusalText(asRefusal(error), intl)?.text;
    if (stillOpen()) return setReply({ intent: data ? "success" : "danger", text: told ?? say("code.sessionEnded") });
    const late = { device: device.name, point: name, reply: told ?? "" };
    if (data) toasts.success("command.late", late);
    else if (told) toasts.error(say("command.late", late));
  };

  return (
    <Dialog isOpen title={say("command.title", { point: name })} className="gh-command" canOutsideClickClose={!isLoading} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <DialogBody>
          <p className="gh-command-place">
            <ForeignText text={device.name} /> · <ForeignText text={slave.name} /> ({slave.no})
          </p>
          <div className={fault ? "gh-field gh-field-faulty" : "gh-field"}>
            <label className="gh-field-label" htmlFor={controlId}>
              {say("command.value")}
            </label>
            <Control id={controlId} point={point} text={text} faulty={fault !== undefined} onText={type} />
            {bounds.length > 0 && <div className="gh-field-help">{bounds.join(" · ")}</div>}
            {fault && (
              <div className="gh-field-error" role="alert">
                {fault}
              </div>
            )}
          </div>
          <SendTiming value={timing} judged={touched} onChange={setTiming} />
          <div role="status">
            {isLoading && (
              <Callout compact icon="time">
                {say("command.waiting")}
              </Callout>
            )}
            {reply && (
              <Callout compact intent={reply.intent}>
                <ForeignText text={reply.text} />
              </Callout>
            )}
          </div>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={say("form.close")} onClick={onClose} />
              <Button type="submit" intent="primary" icon="send-message" loading={isLoading} text={say("command.send")} />
            </>
          }
        />
      </form>
    </Dialog>
  );
}
