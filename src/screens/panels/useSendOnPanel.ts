import { useState } from "react";
import { useIntl } from "react-intl";
import type { WrittenValue } from "#contract/point/writtenValue.ts";
import { useConfirm, useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { usePanelDevice } from "./panelContext.ts";

interface Asked {
  slave: number;
  values: Readonly<Record<string, WrittenValue>>;
  /** Asked before it is sent; without it nothing is. */
  question?: { text: string; detail: string };
}

/** Sends values to the panel's device, and tells what it replied. */
export const useSendOnPanel = (): { sending: boolean; send(asked: Asked): Promise<void> } => {
  const intl = useIntl();
  const confirm = useConfirm();
  const toasts = useToasts();
  const { device } = usePanelDevice();
  const [command] = deviceCalls.cmd.useMutation();
  const [sending, setSending] = useState(false);
  const send = async ({ slave, values, question }: Asked) => {
    if (sending) return;
    const action = intl.formatMessage({ id: "command.send" });
    if (question && !(await confirm({ kind: "submit", question: question.text, action, detail: question.detail }))) return;
    setSending(true);
    try {
      const { data, error } = await command({ id: device.id, slave, values });
      if (data) toasts.success(data.message ? "command.replied" : "command.done", { ...data, milliseconds: data.milliseconds ?? 0 });
      else toasts.refused(asRefusal(error));
    } finally {
      setSending(false);
    }
  };
  return { sending, send };
};
