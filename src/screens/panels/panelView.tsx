import { useIntl } from "react-intl";
import type { PanelElement } from "#contract/panelLayout.ts";
import { useLostLink } from "#src/kit/value/lostLink.ts";
import { PanelContext, type PanelDevice } from "./panelContext.ts";
import { PanelElementView } from "./panelElements.tsx";
import { placed } from "./panelGrid.ts";
import "./panels.css";

/** Elements row by row, as they are read; no two stand at one place. */
const keyed = (elements: readonly PanelElement[]) =>
  elements
    .map((element) => ({ element, key: `${element.x} ${element.y}` }))
    .sort(({ element: one }, { element: other }) => one.y - other.y || one.x - other.x);

interface PanelViewProps {
  name: string;
  elements: readonly PanelElement[];
  shown: PanelDevice;
}

/** A panel with the values of a device; that the device is away or the link is lost is said above it. */
export function PanelView({ name, elements, shown }: PanelViewProps) {
  const intl = useIntl();
  const lost = useLostLink();
  const { presence } = shown.device;
  if (elements.length === 0) return <p className="gh-device-nothing">{intl.formatMessage({ id: "panel.empty" })}</p>;
  return (
    <PanelContext value={shown}>
      {(presence !== "online" || lost) && (
        <p className="gh-panel-away" role="status">
          {intl.formatMessage({ id: lost ? "panel.lost" : "panel.away" })}
        </p>
      )}
      <section className="gh-panel-grid" aria-label={name}>
        {keyed(elements).map(({ element, key }) => (
          <div key={key} className={`gh-panel-element gh-panel-${element.kind}-element`} style={placed(element)}>
            <PanelElementView element={element} />
          </div>
        ))}
      </section>
    </PanelContext>
  );
}
