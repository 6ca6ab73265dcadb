import { Button } from "@blueprintjs/core";
import { useFormContext, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import type { Place } from "#contract/place.ts";
import { fromGcj02 } from "#contract/place.ts";
import { unproject } from "#src/kit/map/projection.ts";
import { useMap } from "#src/kit/map/useMap.ts";
import { useTiles } from "#src/kit/map/useTiles.ts";
import { WorldMap } from "#src/kit/map/worldMap.tsx";
import "./deviceMap.css";

const around = 0.05;
/** A tenth of a metre. */
const decimals = 6;
const rounded = (degrees: number): number => Number(degrees.toFixed(decimals));

/** The place of a form's fields `lng` and `lat` on the map: a click puts it there, a button into the middle of the map. */
export function PlacePicker() {
  const intl = useIntl();
  const { setValue } = useFormContext();
  const [lng, lat]: unknown[] = useWatch({ name: ["lng", "lat"] });
  const place = typeof lng === "number" && typeof lat === "number" ? { lng, lat } : undefined;
  const map = useMap(place && { west: place.lng - around, east: place.lng + around, south: place.lat - around, north: place.lat + around });
  const tiles = useTiles();
  const pick = (picked: Place) => {
    const options = { shouldDirty: true, shouldValidate: true };
    map.onCamera(map.camera);
    setValue("lng", rounded(picked.lng), options);
    setValue("lat", rounded(picked.lat), options);
  };
  const middle = () => {
    const shown = unproject(map.camera);
    pick(tiles?.gcj02 ? fromGcj02(shown) : shown);
  };
  return (
    <>
      <div className="gh-place-picker">
        <WorldMap {...map} label={intl.formatMessage({ id: "map.pick" })} tiles={tiles} onPick={pick}>
          {(frame) => {
            if (!place) return null;
            const { left, top } = frame.spot(place);
            return <span className="gh-map-sign gh-map-here gh-map-pin-online" style={{ left, top }} aria-hidden />;
          }}
        </WorldMap>
        <span className="gh-place-cross" aria-hidden />
      </div>
      <Button size="small" text={intl.formatMessage({ id: "map.pickMiddle" })} onClick={middle} />
    </>
  );
}
