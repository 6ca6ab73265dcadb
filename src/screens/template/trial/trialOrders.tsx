import { Button, HTMLTable, Icon } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import type { TrialOrder } from "#contract/point/registerTrial.ts";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import { OutcomeCell } from "./trialSteps.tsx";

type Order = Pick<PointRow, "byteOrder" | "wordOrder">;

interface TrialOrdersProps {
  orders: readonly TrialOrder[];
  point: PointRow;
  onOrder(order: Order): void;
}

/** The same bytes in each order, so that one sees which the device has. */
export function TrialOrders({ orders, point, onOrder }: TrialOrdersProps) {
  const intl = useIntl();
  const say = (id: string, values?: Record<string, string>) => intl.formatMessage({ id: `registerTrial.orders.${id}` }, values);
  const isTried = (order: Order) => order.byteOrder === point.byteOrder && order.wordOrder === point.wordOrder;
  return (
    <section>
      <h3 className="gh-trial-title">{say("title")}</h3>
      <p className="gh-field-help">{say("help")}</p>
      <HTMLTable compact striped className="gh-trial-table" aria-label={say("title")}>
        <thead>
          <tr>
            <th>{say("letters")}</th>
            <th>{intl.formatMessage({ id: "registers.column.byteOrder" })}</th>
            <th>{intl.formatMessage({ id: "registers.column.wordOrder" })}</th>
            <th>{say("value")}</th>
            <th>{say("choice")}</th>
          </tr>
        </thead>
        <tbody>
          {orders.map(({ letters, byteOrder, wordOrder, ...outcome }) => (
            <tr key={letters} aria-current={isTried({ byteOrder, wordOrder })}>
              <td className="gh-trial-digits">{letters}</td>
              <td>{intl.formatMessage({ id: `dataPoint.option.byteOrder.${byteOrder}` })}</td>
              <td>{intl.formatMessage({ id: `dataPoint.option.wordOrder.${wordOrder}` })}</td>
              <OutcomeCell outcome={outcome} point={point} />
              <td>
                {isTried({ byteOrder, wordOrder }) ? (
                  <span className="gh-trial-tried">
                    <Icon icon="tick" size={12} /> {say("tried")}
                  </span>
                ) : (
                  <Button
                    size="small"
                    text={say("use")}
                    aria-label={say("useOf", { letters })}
                    onClick={() => onOrder({ byteOrder, wordOrder })}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </section>
  );
}
