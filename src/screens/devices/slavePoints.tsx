import { Button } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import type { PointNow, SlaveNow } from "#contract/resources/device.ts";
import type { LiveValues } from "#src/app/realtime/useDeviceValues.ts";
import type { LineLook } from "#src/kit/chart/pointColor.ts";
import { Age } from "#src/kit/value/age.tsx";
import { pointName } from "#src/kit/value/pointText.ts";
import { PointValue } from "#src/kit/value/pointValue.tsx";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { type ChosenPoint, chosenKey, isChosen } from "./chosenPoints.ts";
import { newestOf } from "./newestOf.ts";

interface SlavePointsProps {
  slave: SlaveNow;
  live: LiveValues;
  /** When the slave was read, by the page's clock. */
  readAt: number;
  online: boolean;
  now: number;
  chosen: readonly ChosenPoint[];
  looks: ReadonlyMap<string, LineLook>;
  onChoose: ((point: ChosenPoint) => void) | undefined;
  onCommand: ((point: PointNow) => void) | undefined;
}

/** Live values of one slave, point by point. */
export function SlavePoints({ slave, live, readAt, online, now, chosen, looks, onChoose, onCommand }: SlavePointsProps) {
  const intl = useIntl();
  const language = languageOf(intl);
  if (slave.points.length === 0) return <p className="gh-device-nothing">{intl.formatMessage({ id: "device.noPoints" })}</p>;
  return (
    <ul className="gh-points">
      {slave.points.map((point) => {
        const name = pointName(point, language);
        const { value, ts } = newestOf(slave.no, point, live, readAt);
        const place = { slave: slave.no, pointId: point.id };
        const drawn = isChosen(chosen, place);
        return (
          <li key={point.id} className="gh-point">
            {onChoose && point.storeMode !== 0 ? (
              <input
                type="checkbox"
                className="gh-point-choose"
                style={drawn ? { accentColor: looks.get(chosenKey(place))?.color } : undefined}
                checked={drawn}
                aria-label={intl.formatMessage({ id: "device.draw" }, { point: name })}
                title={intl.formatMessage({ id: "device.draw" }, { point: name })}
                onChange={() => onChoose(place)}
              />
            ) : (
              <span className="gh-point-choose" />
            )}
            <span className="gh-point-name" title={name}>
              {name}
            </span>
            {point.storeMode === 0 && (
              <span className="gh-point-unstored" title={intl.formatMessage({ id: "device.unstored.why" })}>
                {intl.formatMessage({ id: "device.unstored" })}
              </span>
            )}
            <span className="gh-point-value">
              <PointValue value={value} ts={ts} point={point} online={online} now={now} ageless />
            </span>
            <span className="gh-point-age">{ts !== null && <Age age={now - ts} />}</span>
            {point.writable && onCommand ? (
              <Button
                size="small"
                variant="minimal"
                icon="send-message"
                aria-label={intl.formatMessage({ id: "command.title" }, { point: name })}
                title={intl.formatMessage({ id: "command.title" }, { point: name })}
                onClick={() => onCommand(point)}
              />
            ) : (
              <span className="gh-point-nothing" />
            )}
          </li>
        );
      })}
    </ul>
  );
}
