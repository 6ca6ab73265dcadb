import type { IntlShape } from "react-intl";
import type { OrderRow } from "#contract/resources/order.ts";
import { pointLine, pointName } from "#src/kit/value/pointText.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";

type Value = OrderRow["values"][number];

const valueWord = (intl: IntlShape, { value, ...point }: Value): string => {
  const english = languageOf(intl) === "en";
  if (point.valueType === "bool" && point.enumeration.length === 0)
    return intl.formatMessage({ id: value === true || Number(value) === 1 ? "command.on" : "command.off" });
  return pointLine(value, point, english ? "en" : "zh");
};

/** What an order writes, in words: each point with its value. */
export const orderWords = (intl: IntlShape, values: readonly Value[]): string =>
  values.map((one) => `${pointName(one, languageOf(intl))} = ${valueWord(intl, one)}`).join(" · ");
