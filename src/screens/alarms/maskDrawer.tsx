import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { z } from "zod";
import { maskFields } from "#contract/resources/alarmMask.ts";
import { TextField } from "#src/kit/form/fields.tsx";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { writes } from "#src/kit/screen/rowsSource.ts";
import { alarmMaskCalls } from "#store/handles/alarmMask.ts";
import { serverNow } from "#store/serverClock.ts";
import type { Dispatch } from "#store/store.ts";
import { type SpanChoice, shortly, spanField, spanRequest } from "./maskSpan.ts";
import { MaskSpanField } from "./maskSpanField.tsx";

const fields = z.object({ span: spanField, reason: maskFields.shape.reason });

/** What is muted: the alarms of a rule, or of a device. */
export interface MaskSubject {
  readonly ruleId?: string;
  readonly deviceId?: string;
  /** As it is called. */
  readonly name: string;
}

interface Asked extends MaskSubject {
  readonly span: SpanChoice;
  readonly reason: string;
}

const mute = writes(alarmMaskCalls.put, ({ ruleId, deviceId, span, reason }: Asked) => ({
  ...{ ruleId: ruleId ?? null, deviceId: deviceId ?? null, reason },
  ...spanRequest(span, serverNow()),
}));

/** Asks for how long and why the notices of a rule or of a device are held back. */
export function MaskDrawer({ subject, onClose }: { subject: MaskSubject; onClose(): void }) {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const action = intl.formatMessage({ id: "alarmMasks.action.add" });
  return (
    <FormDrawer
      id="alarmMasks"
      draft={`alarmMasks.of:${subject.ruleId ?? ""}:${subject.deviceId ?? ""}`}
      title={`${action} · ${subject.name}`}
      action={action}
      schema={fields}
      initial={{ span: shortly, reason: "" }}
      saved="alarmMasks.begun"
      save={(values) => mute.send(dispatch, { ...subject, ...values })}
      onSaved={onClose}
      onClose={onClose}
    >
      <p>{intl.formatMessage({ id: subject.deviceId === undefined ? "alarmMasks.ofRule" : "alarmMasks.ofDevice" })}</p>
      <MaskSpanField />
      <TextField name="reason" />
    </FormDrawer>
  );
}
