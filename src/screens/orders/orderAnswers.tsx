import { Callout, HTMLTable } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import type { OrderAnswer } from "#contract/resources/order.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { commandAnswer } from "./commandAnswer.ts";
import "./orders.css";

/** How many of the answers say that it was done, and how many that it is yet to be sent. */
export const countsOf = (answers: readonly OrderAnswer[]): { done: number; waiting: number; total: number } => ({
  done: answers.filter(({ state }) => state === "done").length,
  waiting: answers.filter(({ state }) => state === "planned" || state === "held").length,
  total: answers.length,
});

/** What each slave of each device answered. */
export function OrderAnswers({ answers }: { answers: readonly OrderAnswer[] }) {
  const intl = useIntl();
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `orders.${id}` }, values);
  const { done, waiting, total } = countsOf(answers);
  return (
    <>
      <Callout compact intent={done + waiting === total ? "success" : done + waiting === 0 ? "danger" : "warning"}>
        {say("send.answered", { done, waiting, total })}
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
            {answers.map(({ deviceId, deviceName, sn, slave, code, message, milliseconds, state }) => (
              <tr key={`${deviceId} ${sn} ${slave}`}>
                <td>
                  <ForeignText text={deviceName} />{" "}
                  <span className="gh-mono gh-picker-sn">
                    <ForeignText text={sn} />
                  </span>
                </td>
                <td>{slave ?? "–"}</td>
                <td>
                  <ForeignText text={code === 0 ? commandAnswer({ state, message, milliseconds }, intl) : message} />
                </td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </div>
    </>
  );
}
