import { skipToken } from "@reduxjs/toolkit/query/react";
import { type CSSProperties, useEffect, useMemo, useRef, useState } from "react";
import { type IntlShape, useIntl } from "react-intl";
import type { RequestOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import type { device, MapCell } from "#contract/resources/device.ts";
import { type Box, boxOf, fitted, mostZoom, type Size } from "#src/kit/map/projection.ts";
import { useMap } from "#src/kit/map/useMap.ts";
import { useTiles } from "#src/kit/map/useTiles.ts";
import { type MapFrame, WorldMap } from "#src/kit/map/worldMap.tsx";
import type { ListState } from "#src/kit/screen/listState.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { listRows } from "#src/kit/screen/rowsSource.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceAddress } from "./deviceAddress.ts";
import "./deviceMap.css";

type Asked = RequestOf<typeof device.calls.query_location_count>;
type Filters = Omit<Asked, keyof Box | "zoom" | "whole">;

const rows = listRows(deviceCalls.query);

/** What the list's filters let through. */
const filtersOf = (state: ListState): Filters => {
  const { pageNo: _, pageSize: __, sortField: ___, sortOrder: ____, ...filters } = rows.toRequest({ ...state, sort: undefined });
  return filters as Filters;
};

const world = { west: -180, east: 180, south: -90, north: 90, zoom: 0 };
/** A hand that moves the map is waited for. */
const restMs = 150;

interface Look {
  readonly box: Box;
  readonly zoom: number;
}

/** What is looked at, once the map has stood still for a moment; the first look at once. */
const useLook = (box: Box | undefined, zoom: number): Look | undefined => {
  const [look, setLook] = useState<Look>();
  const key = box && JSON.stringify([box, zoom]);
  const isFirst = look === undefined;
  const latest = useRef<Look>(undefined);
  latest.current = box && { box, zoom };
  useEffect(() => {
    if (key === undefined) return undefined;
    const timer = setTimeout(() => setLook(latest.current), isFirst ? 0 : restMs);
    return () => clearTimeout(timer);
  }, [key, isFirst]);
  return look;
};

const cellKey = ({ west, south, count, device: one }: MapCell): string => one?.id ?? `${west} ${south} ${count}`;

/** What a marker says to those who do not see it. */
const told = (cell: MapCell, intl: IntlShape): string => {
  const { device: one, count, online, alarmed } = cell;
  if (one) {
    const presence = intl.formatMessage({ id: `presence.${one.presence}` });
    return intl.formatMessage({ id: "map.device" }, { name: `${one.name} (${one.sn})`, presence, alarms: one.openAlarms });
  }
  return intl.formatMessage({ id: "map.cluster" }, { count, online, alarmed });
};

/** Less than this is not told apart from one place. */
const together = 1e-6;
const isOnePlace = ({ west, east, south, north }: Box): boolean => east - west < together && north - south < together;

interface MarkerProps {
  cell: MapCell;
  frame: MapFrame;
  named: boolean;
  onOpen(cell: MapCell): void;
}

/** A single device by its state, several by how many they are; a triangle says that there are alarms. */
function Marker({ cell, frame, named, onOpen }: MarkerProps) {
  const intl = useIntl();
  const { device: one, count, online, alarmed } = cell;
  const { left, top } = frame.spot(cell);
  const label = told(cell, intl);
  const style: CSSProperties = { left, top, ...(one ? {} : { "--gh-map-share": `${(online / count) * 360}deg` }) } as CSSProperties;
  return (
    <button
      type="button"
      className={one ? `gh-map-pin gh-map-pin-${one.presence}` : "gh-map-cluster"}
      style={style}
      aria-label={label}
      title={label}
      onClick={() => onOpen(cell)}
    >
      {!one && (
        <span className="gh-map-count">
          {intl.formatNumber(count, count < 10_000 ? {} : { notation: "compact", maximumFractionDigits: 1 })}
        </span>
      )}
      {alarmed > 0 && (
        <svg className="gh-map-alarm" viewBox="0 0 16 15" aria-hidden>
          <path d="M8 1 15 14H1Z" />
          <text x="8" y="12.5">
            !
          </text>
        </svg>
      )}
      {one && named && <span className="gh-map-name">{one.name}</span>}
    </button>
  );
}

/** Names are told where they do not stand on one another. */
const mostNames = 40;
const namesFrom = 9;

/** The list's devices on the map: counted by the server square by square, with the same figures as a list beside it. */
export function DeviceMap({ state, total }: { state: ListState; total: number | undefined }) {
  const intl = useIntl();
  const navigate = useViewNavigate();
  const filters = useMemo(() => filtersOf(state), [state]);
  const filterKey = JSON.stringify(filters);
  const map = useMap();
  const { camera, size } = map;
  const zoom = Math.min(limits.map.zoom, Math.round(camera.zoom));
  const look = useLook(size && boxOf(camera, size), zoom);
  const wholeRead = deviceCalls.query_location_count.useQuery({ ...world, ...filters, whole: true }, { refetchOnMountOrArgChange: true });
  const read = deviceCalls.query_location_count.useQuery(look ? { ...look.box, zoom: look.zoom, ...filters, whole: false } : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  const failure = useFailure(read);
  const bounds = wholeRead.currentData?.bounds ?? undefined;

  // Another question looks at its own devices; what comes and goes meanwhile does not move the map.
  const [fittedTo, setFittedTo] = useState<string>();
  if (bounds && fittedTo !== filterKey) {
    setFittedTo(filterKey);
    map.fit(bounds);
  }

  // What is clicked twice before it was counted anew does not bring the map nearer than once.
  const [countedAt, setCountedAt] = useState(zoom);
  if (read.currentData && look && look.zoom !== countedAt) setCountedAt(look.zoom);

  const cells = useMemo(
    () =>
      [...(read.data?.cells ?? [])].sort((one, other) => Number(other.alarmed > 0) - Number(one.alarmed > 0) || other.count - one.count),
    [read.data],
  );
  const open = (cell: MapCell) => {
    if (cell.device) return navigate(deviceAddress(cell.device.id));
    if (!size) return undefined;
    if (isOnePlace(cell)) return map.onCamera({ ...fitted(cell, size), zoom: mostZoom });
    return map.onCamera(nearer(cell, size, countedAt));
  };
  const placed = wholeRead.currentData?.placed;
  const singles = cells.filter(({ device: one }) => one !== null);
  const named = camera.zoom >= namesFrom && singles.length <= mostNames;
  return (
    <div className="gh-device-map">
      <div className="gh-device-map-stage">
        <WorldMap {...map} label={intl.formatMessage({ id: "map.devices" })} tiles={useTiles()} onFit={bounds && (() => map.fit(bounds))}>
          {(frame) => (
            <div className="gh-map-markers">
              {cells.map((cell) => (
                <Marker key={cellKey(cell)} cell={cell} frame={frame} named={named} onOpen={open} />
              ))}
            </div>
          )}
        </WorldMap>
        {failure !== undefined && (
          <div className="gh-device-map-failed">
            <FailedRead error={failure} onRetry={() => void read.refetch()} />
          </div>
        )}
      </div>
      <aside className="gh-device-map-side" aria-label={intl.formatMessage({ id: "map.list" })}>
        <p className="gh-device-map-total" role="status">
          {placed === undefined || total === undefined
            ? intl.formatMessage({ id: "map.counting" })
            : intl.formatMessage({ id: "map.placed" }, { placed, total })}
        </p>
        {read.data && cells.length === 0 && <p className="gh-device-map-total">{intl.formatMessage({ id: "map.noneHere" })}</p>}
        <ul>
          {cells.slice(0, limits.page.max).map((cell) => (
            <li key={cellKey(cell)}>
              <button type="button" className="gh-device-map-row" onClick={() => open(cell)}>
                <span className={`gh-map-sign ${cell.device ? `gh-map-pin-${cell.device.presence}` : "gh-map-sign-many"}`} aria-hidden />
                <span className="gh-device-map-text">{told(cell, intl)}</span>
                {cell.alarmed > 0 && (
                  <span className="gh-map-alarms" aria-hidden>
                    ▲ {cell.device ? cell.device.openAlarms : cell.alarmed}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      </aside>
    </div>
  );
}

/** Looks at all devices of a cell, and nearer in any case than where it was counted. */
const nearer = (cell: MapCell, size: Size, countedAt: number) => {
  const next = fitted(cell, size);
  return { ...next, zoom: Math.max(countedAt + 1, Math.min(next.zoom, countedAt + 4)) };
};
