import { Button, Switch } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import { type BoundElement, isBound, type PanelElement } from "#contract/panelLayout.ts";
import { pictureKey } from "#contract/pictureKey.ts";
import { entryLabel } from "#contract/point/enumeration.ts";
import { numberOf } from "#contract/pointValue.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { freshness, pointName } from "#src/kit/value/pointText.ts";
import { PointValue } from "#src/kit/value/pointValue.tsx";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { orderWords } from "#src/screens/orders/orderWords.ts";
import { Gauge } from "./gauge.tsx";
import { type ShownPoint, usePanelDevice, useShownPoint } from "./panelContext.ts";
import { PanelCurve } from "./panelCurve.tsx";
import { gap, rowStep } from "./panelGrid.ts";
import { useSendOnPanel } from "./useSendOnPanel.ts";

interface Bound<E extends BoundElement> {
  element: E;
  shown: ShownPoint;
  title: string;
}
type Of<Kind extends PanelElement["kind"]> = Extract<PanelElement, { kind: Kind }>;

/** px of an element that its title and padding take. */
const headHeight = 36;
const scale = { min: 0, max: 100 };

function Value({ shown }: { shown: ShownPoint }) {
  const { device, now } = usePanelDevice();
  const { point, value, ts } = shown;
  return <PointValue value={value} ts={ts} point={point} online={device.presence === "online"} now={now} />;
}

function GaugeElement({ element, shown }: Bound<Of<"gauge">>) {
  const { device, now } = usePanelDevice();
  const { point, value, ts } = shown;
  const min = element.min ?? point.min ?? scale.min;
  const max = element.max ?? point.max ?? scale.max;
  const { stale } = freshness(ts, now, device.presence === "online");
  return (
    <div className="gh-panel-gauge">
      <Gauge value={numberOf(value)} min={min} max={max} stale={stale} />
      <span className="gh-panel-reading">
        <Value shown={shown} />
      </span>
      <span className="gh-panel-ends">
        <span>{min}</span>
        <span>{max}</span>
      </span>
    </div>
  );
}

/** The text that the element has for the value; without one, the picture or word of the data point. */
function StateElement({ element, shown }: Bound<Of<"state">>) {
  const { device, now } = usePanelDevice();
  const { value, ts } = shown;
  const key = value === null ? undefined : pictureKey(value);
  const own = element.texts.find((one) => pictureKey(one.value) === key);
  const { stale } = freshness(ts, now, device.presence === "online");
  return (
    <span className={stale ? "gh-panel-state gh-panel-state-stale" : "gh-panel-state"}>
      {own ? <ForeignText text={own.text} /> : <Value shown={shown} />}
    </span>
  );
}

function SwitchElement({ shown, title }: Bound<Of<"switch">>) {
  const intl = useIntl();
  const { device, commands } = usePanelDevice();
  const { sending, send } = useSendOnPanel();
  const { slave, point, value } = shown;
  const [low, high] = point.enumeration.map((entry) => entry.value).sort((one, other) => one - other);
  const off = low ?? 0;
  const on = high ?? 1;
  const number = numberOf(value);
  const isOn = number === on;
  const wordOf = (target: number): string => {
    const entry = point.enumeration.find((one) => one.value === target);
    return entry ? entryLabel(entry, languageOf(intl)) : intl.formatMessage({ id: target === on ? "command.on" : "command.off" });
  };
  const flip = () => {
    const target = isOn ? off : on;
    const detail = intl.formatMessage(
      { id: "command.detail" },
      { device: device.name, slave: slave.name, point: title, value: wordOf(target) },
    );
    const written = point.valueType === "bool" ? target === on : target;
    void send({
      ...{ slave: slave.no, values: { [point.id]: written } },
      question: { text: intl.formatMessage({ id: "command.question" }), detail },
    });
  };
  return (
    <div className="gh-panel-switch">
      <Switch checked={isOn} disabled={!commands || sending || number === undefined} aria-label={title} onChange={flip} />
      <Value shown={shown} />
    </div>
  );
}

function BoundBody({ element, shown, title }: Bound<BoundElement>) {
  switch (element.kind) {
    case "value":
      return (
        <span className="gh-panel-reading">
          <Value shown={shown} />
        </span>
      );
    case "gauge":
      return <GaugeElement element={element} shown={shown} title={title} />;
    case "curve":
      return (
        <PanelCurve
          slave={element.slave}
          pointId={element.pointId}
          title={title}
          height={Math.max(rowStep, element.h * rowStep - gap - headHeight)}
        />
      );
    case "state":
      return <StateElement element={element} shown={shown} title={title} />;
    case "switch":
      return <SwitchElement element={element} shown={shown} title={title} />;
  }
}

function BoundView({ element }: { element: BoundElement }) {
  const intl = useIntl();
  const shown = useShownPoint(element);
  const title = element.title || (shown ? pointName(shown.point, languageOf(intl)) : "");
  return (
    <>
      {title !== "" && (
        <span className="gh-panel-title" title={title}>
          <ForeignText text={title} />
        </span>
      )}
      {shown ? (
        <BoundBody element={element} shown={shown} title={title} />
      ) : (
        <span className="gh-panel-nothing">{intl.formatMessage({ id: "panel.noPoint" })}</span>
      )}
    </>
  );
}

function ButtonView({ element }: { element: Of<"button"> }) {
  const intl = useIntl();
  const { device, commands, buttons } = usePanelDevice();
  const { sending, send } = useSendOnPanel();
  const command = buttons.find(({ id }) => id === element.commandId);
  if (!command) return <span className="gh-panel-nothing">{intl.formatMessage({ id: "panel.noCommand" })}</span>;
  const { name, slave, values, confirmed, question } = command;
  const press = () => {
    const detail = intl.formatMessage(
      { id: "panel.command.detail" },
      { device: device.name, command: name, values: orderWords(intl, values) },
    );
    const text = question || intl.formatMessage({ id: "command.question" });
    void send({
      ...{ slave, values: Object.fromEntries(values.map(({ pointId, value }) => [pointId, value])) },
      ...(confirmed ? { question: { text, detail } } : {}),
    });
  };
  return (
    <Button
      fill
      icon="send-message"
      loading={sending}
      disabled={!commands}
      text={<ForeignText text={name} />}
      title={commands ? orderWords(intl, values) : intl.formatMessage({ id: "panel.noRight" })}
      onClick={press}
    />
  );
}

/** An element of a panel, with the values of the panel's device. */
export function PanelElementView({ element }: { element: PanelElement }) {
  if (isBound(element)) return <BoundView element={element} />;
  switch (element.kind) {
    case "button":
      return <ButtonView element={element} />;
    case "text":
      return (
        <span className={element.large ? "gh-panel-text gh-panel-text-large" : "gh-panel-text"}>
          <ForeignText text={element.text} />
        </span>
      );
    case "image":
      return element.picture === "" ? null : <img className="gh-panel-image" src={element.picture} alt="" />;
  }
}
