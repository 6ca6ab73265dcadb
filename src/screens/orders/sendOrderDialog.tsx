import { Button, Callout, Dialog, DialogBody, DialogFooter } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import type { OrderAnswer, OrderRow } from "#contract/resources/order.ts";
import { useConfirm, useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import { useStillOpen } from "#src/kit/feedback/stillOpen.ts";
import { useFocusBack } from "#src/kit/form/focusBack.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import "#src/kit/form/form.css";
import { DevicePicker, type PickedDevice } from "#src/screens/devices/devicePicker.tsx";
import type { orderCalls } from "#store/handles/order.ts";
import { serverNow } from "#store/serverClock.ts";
import { countsOf, OrderAnswers } from "./orderAnswers.tsx";
import { orderWords } from "./orderWords.ts";
import { SendTiming } from "./sendTiming.tsx";
import { atOnce, timingFault, timingRequest } from "./timing.ts";

interface SendOrderDialogProps {
  order: Pick<OrderRow, "id" | "name" | "recipeId" | "recipeName" | "values">;
  /** Sends it by its id. */
  call: Pick<typeof orderCalls.send, "useMutation">;
  /** A message, filled with its name. */
  title: string;
  onClose(): void;
}

/** Chooses devices for a saved order or a parameter table, asks, sends it, and shows what each of them answered; how many did is told where the dialog was closed before. */
export function SendOrderDialog({ order, call, title, onClose }: SendOrderDialogProps) {
  const intl = useIntl();
  const confirm = useConfirm();
  const toasts = useToasts();
  const stillOpen = useStillOpen();
  useFocusBack();
  const [send, { isLoading }] = call.useMutation();
  const [devices, setDevices] = useState<readonly PickedDevice[]>([]);
  const [missed, setMissed] = useState(false);
  const [timing, setTiming] = useState(atOnce);
  const [judged, setJudged] = useState(false);
  const [answers, setAnswers] = useState<readonly OrderAnswer[]>();
  const [refused, setRefused] = useState("");
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `orders.${id}` }, values);
  const words = orderWords(intl, order.values);
  const full = devices.length >= limits.order.devices;

  const choose = (next: readonly PickedDevice[]) => {
    setMissed(false);
    setDevices(next);
    setAnswers(undefined);
    setRefused("");
  };
  const pick = (device: PickedDevice) => {
    if (!full && !devices.some(({ id }) => id === device.id)) choose([...devices, device]);
  };
  const tellLate = (late: readonly OrderAnswer[]) => {
    const counts = countsOf(late);
    const words = { order: order.name, answer: say("send.answered", counts) };
    if (counts.done + counts.waiting === counts.total) toasts.success("orders.send.late", words);
    else toasts.warning(say("send.late", words));
  };
  const submit = async () => {
    if (isLoading) return;
    setJudged(true);
    if (devices.length === 0) return setMissed(true);
    if (timingFault(timing, serverNow()) !== undefined) return;
    const detail = say("send.detail", { order: order.name, words, count: devices.length });
    const [question, action] = [intl.formatMessage({ id: "command.question" }), intl.formatMessage({ id: "command.send" })];
    if (!(await confirm({ kind: "submit", question, action, detail }))) return;
    setAnswers(undefined);
    setRefused("");
    const { data, error } = await send({ id: order.id, deviceIds: devices.map(({ id }) => id), ...timingRequest(timing) });
    const told = data ? undefined : refusalText(asRefusal(error), intl)?.text;
    if (!stillOpen()) {
      if (data) tellLate(data.answers);
      else if (told) toasts.error(say("send.late", { order: order.name, answer: told }));
      return;
    }
    if (data) setAnswers(data.answers);
    else setRefused(told ?? intl.formatMessage({ id: "code.sessionEnded" }));
  };

  return (
    <Dialog
      isOpen
      title={intl.formatMessage({ id: title }, { order: order.name })}
      className="gh-order-send"
      canOutsideClickClose={false}
      onClose={onClose}
    >
      <DialogBody>
        <p className="gh-order-words">
          {words} · {order.recipeName}
        </p>
        <div className={missed ? "gh-field gh-field-faulty" : "gh-field"}>
          <div className="gh-field-label">{say("send.devices", { count: devices.length })}</div>
          <DevicePicker shown="" faulty={missed} recipeId={order.recipeId} onPick={pick} />
          <div className="gh-field-help">{say(full ? "send.full" : "send.help")}</div>
          {missed && (
            <div className="gh-field-error" role="alert">
              {intl.formatMessage({ id: "rule.history.device" })}
            </div>
          )}
          <ul className="gh-order-devices">
            {devices.map((device) => (
              <li key={device.id}>
                <ForeignText text={device.name} />{" "}
                <span className="gh-mono gh-picker-sn">
                  <ForeignText text={device.sn} />
                </span>
                <Button
                  size="small"
                  variant="minimal"
                  icon="small-cross"
                  aria-label={say("send.leaveOut", { device: device.name })}
                  onClick={() => choose(devices.filter(({ id }) => id !== device.id))}
                />
              </li>
            ))}
          </ul>
        </div>
        <SendTiming value={timing} judged={judged} onChange={setTiming} />
        <div role="status">
          {isLoading && (
            <Callout compact icon="time">
              {intl.formatMessage({ id: "command.waiting" })}
            </Callout>
          )}
          {refused && (
            <Callout compact intent="danger">
              {refused}
            </Callout>
          )}
          {answers && <OrderAnswers answers={answers} />}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={intl.formatMessage({ id: "form.close" })} onClick={onClose} />
            <Button
              intent="primary"
              icon="send-message"
              loading={isLoading}
              text={intl.formatMessage({ id: "command.send" })}
              onClick={() => void submit()}
            />
          </>
        }
      />
    </Dialog>
  );
}
