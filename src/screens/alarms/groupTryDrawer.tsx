import { Button } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useState } from "react";
import { type IntlShape, useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { ResponseOf } from "#contract/kit/call.ts";
import type { AlarmGroupRow, alarmGroup, MessageType } from "#contract/resources/alarmGroup.ts";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import { SideDrawer } from "#src/kit/form/sideDrawer.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { listText } from "#src/kit/value/listText.ts";
import { alarmGroupCalls } from "#store/handles/alarmGroup.ts";
import type { Dispatch } from "#store/store.ts";
import { OutcomeMark } from "./noticeMark.tsx";
import "./alarms.css";

type Tried = ResponseOf<(typeof alarmGroup)["calls"]["try"]>["list"];
type Shown = { readonly list: Tried } | { readonly refusal: string } | "sending";

function Results({ shown }: { shown: Shown }) {
  const intl = useIntl();
  if (shown === "sending") return null;
  if ("refusal" in shown) return <p className="gh-field-error">{shown.refusal}</p>;
  if (shown.list.length === 0) return <p className="gh-field-help">{intl.formatMessage({ id: "alarmGroups.try.nobody" })}</p>;
  return (
    <ul className="gh-notice-attempts">
      {shown.list.map(({ name, address, outcome, answer }) => (
        <li key={`${name} ${address}`}>
          <OutcomeMark outcome={outcome} /> <ForeignText text={name} /> <span className="gh-mono gh-alarm-side">{address}</span>
          {answer !== "" && <span className="gh-notice-answer">{answer}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Who gets what goes this way, or where it goes. */
const receiversOf = ({ contacts, webhookUrl }: AlarmGroupRow, type: MessageType, intl: IntlShape): string =>
  type === "webhook"
    ? webhookUrl
    : listText(
        intl,
        contacts.map(({ name }) => name),
      );

/** Sends a test to a group by each of its ways, and tells what came of it. */
export function GroupTryDrawer({ row, onClose }: { row: AlarmGroupRow; onClose(): void }) {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const { query } = alarmGroupCalls;
  const { data } = query.useQuery(useAllowed()(query.call) ? { pageSize: 1 } : skipToken);
  const [shown, setShown] = useState<Partial<Record<MessageType, Shown>>>({});
  const send = async (type: MessageType): Promise<void> => {
    if (shown[type] === "sending") return;
    setShown((before) => ({ ...before, [type]: "sending" }));
    const { data, error } = await dispatch(alarmGroupCalls.try.initiate({ id: row.id, type }, { track: false }));
    const came: Shown = data ?? { refusal: refusalText(asRefusal(error), intl)?.text ?? "" };
    setShown((before) => ({ ...before, [type]: came }));
  };
  const title = `${intl.formatMessage({ id: "alarmGroups.action.try" })} · ${row.name}`;
  return (
    <SideDrawer title={title} onClose={onClose}>
      <div className="gh-form-fields">
        <p className="gh-field-help">{intl.formatMessage({ id: "alarmGroups.try.help" })}</p>
        {row.messageTypes.map((type) => {
          const came = shown[type];
          const name = intl.formatMessage({ id: `alarmGroups.option.messageTypes.${type}` });
          const receivers = receiversOf(row, type, intl);
          return (
            <section key={type} className="gh-notice-way" aria-label={name}>
              <div className="gh-notice-head">
                <strong>{name}</strong>
                <Button
                  icon="send-message"
                  // Not disabled meanwhile: it would lose the focus, and Esc its drawer.
                  aria-busy={came === "sending"}
                  text={intl.formatMessage({ id: came === "sending" ? "noticeState.sending" : "alarmGroups.try.send" })}
                  aria-label={intl.formatMessage({ id: "alarmGroups.try.sendBy" }, { name })}
                  onClick={() => void send(type)}
                />
              </div>
              <p className="gh-field-help">
                <ForeignText
                  text={intl.formatMessage({ id: `alarmGroups.try.${receivers === "" ? "nobody" : "to"}` }, { names: receivers })}
                />
              </p>
              {data && !data.configured.includes(type) && (
                <p className="gh-field-error">{intl.formatMessage({ id: "alarmGroups.notConfigured" })}</p>
              )}
              <div aria-live="polite">{came && <Results shown={came} />}</div>
            </section>
          );
        })}
      </div>
    </SideDrawer>
  );
}
