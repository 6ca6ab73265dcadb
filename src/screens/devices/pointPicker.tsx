import { Button, Checkbox, InputGroup } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import type { SlaveNow } from "#contract/resources/device.ts";
import { useTypedText } from "#src/kit/form/typedText.ts";
import { ChipPopover } from "#src/kit/screen/chipPopover.tsx";
import { pointName } from "#src/kit/value/pointText.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import "#src/kit/value/value.css";
import { type ChosenPoint, chosenKey, chosenLooks, isChosen } from "./chosenPoints.ts";

interface PointPickerProps {
  slaves: readonly SlaveNow[];
  chosen: readonly ChosenPoint[];
  disabled: boolean;
  faulty: boolean;
  onToggle(point: ChosenPoint): void;
}

const includes = (text: string, part: string): boolean => text.toLowerCase().includes(part);

/** Points of a device's slaves to tick, those without a history left out. */
export function PointPicker({ slaves, chosen, disabled, faulty, onToggle }: PointPickerProps) {
  const intl = useIntl();
  const { text: search, whole, typing } = useTypedText("");
  const language = languageOf(intl);
  const part = whole.trim().toLowerCase();
  const groups = slaves.map((slave) => ({
    slave,
    points: slave.points.filter(
      (point) => point.storeMode !== 0 && (includes(point.name, part) || includes(point.nameEn, part) || includes(slave.name, part)),
    ),
  }));
  const content = (
    <div className="gh-point-picker">
      <InputGroup
        type="search"
        leftIcon="search"
        autoFocus
        value={search}
        aria-label={intl.formatMessage({ id: "history.points.find" })}
        placeholder={intl.formatMessage({ id: "history.points.find" })}
        {...typing}
      />
      <div className="gh-point-picker-list">
        {groups
          .filter(({ points }) => points.length > 0)
          .map(({ slave, points }) => (
            <fieldset key={slave.id}>
              <legend>{`${slave.name} (${slave.no})`}</legend>
              {points.map((point) => {
                const place = { slave: slave.no, pointId: point.id };
                return (
                  <Checkbox key={point.id} checked={isChosen(chosen, place)} onChange={() => onToggle(place)}>
                    {pointName(point, language)}
                    {point.unit && <span className="gh-value-unit"> {point.unit}</span>}
                  </Checkbox>
                );
              })}
            </fieldset>
          ))}
        {groups.every(({ points }) => points.length === 0) && (
          <p className="gh-device-nothing">{intl.formatMessage({ id: "history.points.none" })}</p>
        )}
      </div>
    </div>
  );
  return (
    <ChipPopover
      placement="bottom-start"
      content={() => content}
      button={{
        icon: "series-add",
        disabled,
        intent: faulty ? "danger" : "none",
        text: intl.formatMessage({ id: "history.points" }, { count: chosen.length, most: limits.history.points }),
      }}
    />
  );
}

interface ChosenTagsProps {
  slaves: readonly SlaveNow[];
  chosen: readonly ChosenPoint[];
  onToggle(point: ChosenPoint): void;
}

/** The chosen points in their colours, each with a way to take it out. */
export function ChosenTags({ slaves, chosen, onToggle }: ChosenTagsProps) {
  const intl = useIntl();
  const language = languageOf(intl);
  const looks = chosenLooks(slaves, chosen);
  return chosen.map((place) => {
    const slave = slaves.find((one) => one.no === place.slave);
    const point = slave?.points.find((one) => one.id === place.pointId);
    const name = point ? pointName(point, language) : place.pointId;
    return (
      <span key={chosenKey(place)} className="gh-point-tag">
        <span className="gh-point-tag-dot" style={{ background: looks.get(chosenKey(place))?.color }} />
        <span className="gh-point-tag-name">{slaves.length > 1 && slave ? `${slave.name} · ${name}` : name}</span>
        <Button
          size="small"
          variant="minimal"
          icon="small-cross"
          aria-label={intl.formatMessage({ id: "history.points.remove" }, { name })}
          onClick={() => onToggle(place)}
        />
      </span>
    );
  });
}
