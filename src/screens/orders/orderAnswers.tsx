import { Callout, HTMLTable } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import type { OrderAnswer } from "#contract/resources/order.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import "./orders.css";

export const doneOf = (answers: readonly OrderAnswer[]): number => answers.filter(({ code }) => code === 0).length;

/** What each slave of each device answered. */
export function OrderAnswers({ answers }: { answers: readonly OrderAnswer[] }) {
  const intl = useIntl();
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `orders.${id}` }, values);
  const done = doneOf(answers);
  return (
    <>
      <Callout compact intent={done === answers.length ? "success" : done === 0 ? "danger" : "warning"}>
        {say("send.answered", { done, total: answers.length })}
      </Callout>
      <div className="gh-order-answers">
        <HTMLTable compact striped>
          <thead>
            <tr>
              <th>{say("send.column.device")}</th>
              <th>{say("send.column.slave")}</th>
              <th>{say("send.column.answer")}</th>
            </tr>
          </thead>
          <tbody>
            {answers.map(({ deviceId, deviceName, sn, slave, code, message, milliseconds }) => (
              <tr key={`${deviceId} ${sn} ${slave}`}>
                <td>
                  <ForeignText text={deviceName} />{" "}
                  <span className="gh-mono gh-picker-sn">
                    <ForeignText text={sn} />
                  </span>
                </td>
                <td>{slave ?? "–"}</td>
                <td>
                  <ForeignText
                    text={
                      code === 0
                        ? intl.formatMessage(
                            { id: message ? "command.replied" : "command.done" },
                            { message, milliseconds: milliseconds ?? 0 },
                          )
                        : message
                    }
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </div>
    </>
  );
}
