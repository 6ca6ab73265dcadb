import { useIntl } from "react-intl";
import type { ExamplePoint, ExampleTemplate } from "#contract/resources/deviceConnection.ts";
import type { Transmission } from "#contract/resources/deviceModel.ts";
import { withUnit } from "#contract/withUnit.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { pointLine, pointName } from "#src/kit/value/pointText.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { contentText, functionOf, orderText } from "./connectExamples.ts";
import { WideTable } from "./wideTable.tsx";

interface ConnectPointsProps {
  template: ExampleTemplate;
  transmission: Transmission;
}

const hex = (address: number): string => `0x${address.toString(16).padStart(4, "0").toUpperCase()}`;

/** The points of a data template: by which name or register each is sent, its type, and an example. */
export function ConnectPoints({ template, transmission }: ConnectPointsProps) {
  const intl = useIntl();
  const language = languageOf(intl);
  const say = (id: string) => intl.formatMessage({ id: `connect.points.${id}` });
  const { points, slaves, reads, recipeName } = template;
  const polled = transmission === "modbus-rtu-over-tcp";
  const title = intl.formatMessage(
    { id: "connect.points.title" },
    { name: recipeName, slaves: slaves.map(({ no }) => no).join(", "), count: slaves.length },
  );
  const shown = (point: ExamplePoint): string => {
    if (point.value === null) return say("invalid");
    const enumeration = point.label === "" ? [] : [{ value: Number(point.value), label: point.label, labelEn: point.labelEn }];
    return pointLine(point.value, { unit: point.unit, decimals: point.decimals, valueType: point.valueType, enumeration }, language);
  };
  const typeText = ({ valueType, startBit, endBit }: ExamplePoint): string => {
    if (startBit === null) return valueType;
    const bits = endBit === null || endBit === startBit ? String(startBit) : `${startBit}–${endBit}`;
    return intl.formatMessage({ id: "connect.points.bits" }, { type: valueType, bits });
  };
  const range = ({ min, max, unit }: ExamplePoint): string => {
    if (min === null && max === null) return "–";
    const known = min === null ? "to" : max === null ? "from" : "both";
    return withUnit(intl.formatMessage({ id: `connect.points.range.${known}` }, { min, max }), unit);
  };
  const columns = polled
    ? (["address", "name", "function", "register", "count", "type", "order", "seconds", "example", "content"] as const)
    : transmission === "sparkplug-b"
      ? (["metric", "name", "metricType", "range", "example", "raw", "writable"] as const)
      : (["address", "name", "type", "range", "example", "raw", "writable"] as const);
  const cell = (column: (typeof columns)[number], point: ExamplePoint) => {
    const { registers } = point;
    switch (column) {
      case "address":
      case "metric":
        return <code>{point.address}</code>;
      case "name":
        return <ForeignText text={pointName(point, language)} />;
      case "type":
        return typeText(point);
      case "metricType":
        return point.metricType;
      case "range":
        return range(point);
      case "example":
        return shown(point);
      case "raw":
        return <code>{point.raw === null ? "–" : JSON.stringify(point.raw)}</code>;
      case "writable":
        return say(point.writable ? "readWrite" : "readOnly");
      case "function":
        return registers ? functionOf[registers.type].toString().padStart(2, "0") : say("unread");
      case "register":
        return registers ? `${registers.address} (${hex(registers.address)})` : "–";
      case "count":
        return registers ? registers.count : "–";
      case "order":
        return registers ? orderText(registers) || "–" : "–";
      case "seconds":
        return registers ? registers.seconds : "–";
      case "content":
        return <code>{registers ? contentText(registers) : "–"}</code>;
    }
  };
  return (
    <div className="gh-connect-points">
      <h3>
        <ForeignText text={title} />
      </h3>
      <WideTable title={title}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {say(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.id}>
              {columns.map((column) => (
                <td key={column}>{cell(column, point)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </WideTable>
      {reads.length > 0 && (
        <>
          <p className="gh-field-help">{say("reads")}</p>
          <ul className="gh-connect-reads">
            {reads.map(({ fn, address, count, seconds, points: parts }) => (
              <li key={`${fn} ${address} ${seconds}`}>
                {intl.formatMessage(
                  { id: "connect.points.read" },
                  {
                    fn: String(fn).padStart(2, "0"),
                    bits: fn <= 2 ? "yes" : "no",
                    address,
                    end: address + count - 1,
                    count,
                    seconds,
                    points: parts,
                  },
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
