import { Callout } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { registerTypes } from "#contract/point/registers.ts";
import { type TriedFrame, trialInputs } from "#contract/point/registerTrial.ts";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import { ChosenField, TypedField, wholeNumber } from "./trialField.tsx";
import { TrialOrders } from "./trialOrders.tsx";
import { TrialReadings } from "./trialReadings.tsx";
import { bytesText, ReadingSteps } from "./trialSteps.tsx";
import type { PointChanges } from "./useTriedPoint.ts";

interface ReadTrialProps {
  recipeId: string;
  /** With the settings that it is tried with; undefined: the whole template. */
  point: PointRow | undefined;
  changes: PointChanges;
  points: ReadonlyMap<string, PointRow>;
  onChange(changes: PointChanges): void;
}

function FrameLine({ frame }: { frame: TriedFrame }) {
  const intl = useIntl();
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `registerTrial.frame.${id}` }, values);
  const { transaction, unit, fn, exception, bytes, crc, rightCrc } = frame;
  const parts = [
    ...(transaction === null ? [] : [say("transaction", { transaction })]),
    ...[say("unit", { unit }), say("fn", { fn })],
    exception === null ? say("bytes", { bytes }) : say("exception", { code: exception }),
    ...(crc === null ? [] : [say(crc === rightCrc ? "crc" : "wrongCrc", { crc: bytesText(crc) })]),
  ];
  return <p className="gh-trial-frame">{parts.join(" · ")}</p>;
}

/** From registers, an answer of Modbus or a raw value to what is stored and shown. */
export function ReadTrial({ recipeId, point, changes, points, onChange }: ReadTrialProps) {
  const intl = useIntl();
  const [input, setInput] = useState<(typeof trialInputs)[number]>("registers");
  const [texts, setTexts] = useState<Partial<Record<(typeof trialInputs)[number], string>>>({});
  const [startText, setStart] = useState("");
  const [registerType, setType] = useState<(typeof registerTypes)[number]>("holding");
  const say = (id: string, values?: Record<string, string>) => intl.formatMessage({ id: `registerTrial.${id}` }, values);
  const text = texts[input] ?? "";
  const start = wholeNumber(startText) ?? null;
  const request = { recipeId, pointId: point?.id ?? "", changes, input, text, start, registerType };
  const { data, error, isFetching, refetch } = deviceDataRecipeCalls.try_registers.useQuery(request, { skip: text.trim() === "" });
  const shown = text.trim() === "" || error ? undefined : data;
  const [reading] = shown?.readings ?? [];
  return (
    <>
      <div className="gh-trial-fields">
        <ChosenField
          label={say("field.input")}
          value={input}
          options={trialInputs.map((value) => ({ value, label: say(`option.input.${value}`) }))}
          onValue={setInput}
        />
        {input === "registers" && !point && (
          <ChosenField
            label={say("field.registerType")}
            value={registerType}
            options={registerTypes.map((value) => ({ value, label: intl.formatMessage({ id: `dataPoint.option.registerType.${value}` }) }))}
            onValue={setType}
          />
        )}
        {input !== "json" && (
          <TypedField
            label={say("field.start")}
            value={startText}
            numeric
            maxLength={5}
            placeholder={say(point ? "start.point" : "start.lowest")}
            onValue={setStart}
          />
        )}
      </div>
      <TypedField
        key={input}
        label={say("field.text")}
        value={text}
        mono
        lines={3}
        maxLength={limits.trial.text}
        placeholder={say(`example.${input}`)}
        help={say(`help.${input}`, { example: '{"40001": 215}' })}
        onValue={(value) => setTexts((before) => ({ ...before, [input]: value }))}
      />
      {error !== undefined && text.trim() !== "" && <FailedRead error={error} onRetry={() => void refetch()} />}
      <div role="status" className={isFetching ? "gh-trial-waiting" : undefined}>
        {shown && shown.fault !== "" && (
          <Callout compact intent="danger">
            {shown.fault}
          </Callout>
        )}
        {shown?.frame && <FrameLine frame={shown.frame} />}
        {point && reading && <ReadingSteps reading={reading} point={point} />}
        {!point && shown && shown.readings.length > 0 && <TrialReadings readings={shown.readings} points={points} />}
      </div>
      {point && shown && shown.orders.length > 1 && <TrialOrders orders={shown.orders} point={point} onOrder={onChange} />}
    </>
  );
}
