import { AnchorButton } from "@blueprintjs/core";
import { useId } from "react";
import { useIntl } from "react-intl";
import type { DeviceWhole } from "#contract/resources/device.ts";
import { useMap } from "#src/kit/map/useMap.ts";
import { useTiles } from "#src/kit/map/useTiles.ts";
import { WorldMap } from "#src/kit/map/worldMap.tsx";
import { useOpens } from "#src/kit/screen/useAllowed.ts";
import { deviceLocationTrackCalls } from "#store/handles/deviceLocationTrack.ts";
import "./deviceMap.css";

const around = 0.02;

/** Where a device is, on the map, with the way to where it was. */
export function DevicePlace({ device }: { device: DeviceWhole }) {
  const intl = useIntl();
  const id = useId();
  const opens = useOpens();
  const { lng, lat } = device;
  const box =
    lng === null || lat === null ? undefined : { west: lng - around, east: lng + around, south: lat - around, north: lat + around };
  const map = useMap(box);
  const tiles = useTiles();
  return (
    <section className="gh-panel" aria-labelledby={id}>
      <div className="gh-panel-head">
        <h2 id={id}>{intl.formatMessage({ id: "device.panel.place" })}</h2>
        {opens(deviceLocationTrackCalls.query.call, "/track") && (
          <AnchorButton
            size="small"
            variant="minimal"
            icon="path-search"
            href={`#/track?device=${encodeURIComponent(device.id)}&preset=day`}
            text={intl.formatMessage({ id: "device.action.track" })}
          />
        )}
      </div>
      {lng === null || lat === null ? (
        <p className="gh-device-nothing">{intl.formatMessage({ id: "device.panel.place.none" })}</p>
      ) : (
        <div className="gh-device-place">
          <WorldMap
            {...map}
            label={intl.formatMessage({ id: "map.place" }, { name: device.name })}
            tiles={tiles}
            onFit={() => map.fit(box)}
          >
            {(frame) => {
              const { left, top } = frame.spot({ lng, lat });
              return <span className={`gh-map-sign gh-map-here gh-map-pin-${device.presence}`} style={{ left, top }} aria-hidden />;
            }}
          </WorldMap>
          <p className="gh-device-place-text">
            {intl.formatMessage({ id: `devices.mobile.${device.mobile}` })} · <span className="gh-mono">{`${lng}, ${lat}`}</span>
          </p>
        </div>
      )}
    </section>
  );
}
