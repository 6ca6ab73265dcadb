import { Button, Callout } from "@blueprintjs/core";
import { useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { type PointRow, pointRow } from "#contract/resources/deviceDataRecipe.ts";
import { SideDrawer } from "#src/kit/form/sideDrawer.tsx";
import { KeyTabs } from "#src/kit/screen/keyTabs.tsx";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { writes } from "#src/kit/screen/rowsSource.ts";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useButtonIntent } from "#src/kit/screen/useButtonIntent.ts";
import { useSend } from "#src/kit/screen/useTools.ts";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import { PollPlan } from "./pollPlan.tsx";
import { ReadTrial } from "./readTrial.tsx";
import { ChosenField } from "./trialField.tsx";
import { TriedSettings } from "./triedSettings.tsx";
import { useTriedPoint } from "./useTriedPoint.ts";
import { WriteTrial } from "./writeTrial.tsx";
import "./trial.css";

interface RegisterTesterProps {
  recipeId: string;
  /** The point that is tried first; empty: the whole template. */
  pointId: string;
  onClose(): void;
}

const save = writes(deviceDataRecipeCalls.put_body, (point: PointRow) => point);

/** Tries what devices might send and what commands would, with the settings as they are saved or as they might be. */
export function RegisterTester({ recipeId, pointId: first, onClose }: RegisterTesterProps) {
  const intl = useIntl();
  const allowed = useAllowed();
  const send = useSend();
  const intent = useButtonIntent();
  const [pointId, setPoint] = useState(first);
  const [tab, setTab] = useState("read");
  const [saving, setSaving] = useState(false);
  const { data, error, refetch } = deviceDataRecipeCalls.list_body.useQuery({ recipeId, pageSize: limits.point.perTemplate });
  const points = useMemo(() => new Map(data?.list.map((point) => [point.id, pointRow.parse(point)])), [data]);
  const { point, changes, isChanged, change, reset } = useTriedPoint(points.get(pointId));
  const say = (id: string) => intl.formatMessage({ id: `registerTrial.${id}` });
  const choices = [
    { value: "", label: say("all") },
    ...Array.from(points.values(), ({ id, name, nameEn, address }) => ({
      value: id,
      label: `${ownName(intl, name, nameEn)} (${address})`,
    })),
  ];
  const keep = async () => {
    if (!point) return;
    setSaving(true);
    if (await send(save, point, "registerTrial.saved")) reset();
    setSaving(false);
  };
  return (
    <SideDrawer title={say("title")} size={960} onClose={onClose}>
      <div className="gh-form-fields gh-trial">
        {error !== undefined && !data && <FailedRead error={error} onRetry={() => void refetch()} />}
        <ChosenField label={say("field.point")} value={point ? pointId : ""} options={choices} onValue={setPoint} />
        {point && <TriedSettings key={point.id} point={point} onChange={change} />}
        {isChanged && (
          <Callout compact intent="warning" className="gh-trial-changed">
            <span>{say("changed")}</span>
            {allowed(save.call) && <Button size="small" intent={intent} loading={saving} text={say("save")} onClick={() => void keep()} />}
            <Button size="small" text={say("reset")} onClick={reset} />
          </Callout>
        )}
        <KeyTabs
          id="registerTrial"
          selectedTabId={tab}
          onChange={(next) => setTab(String(next))}
          tabs={[
            {
              id: "read",
              title: say("tab.read"),
              panel: <ReadTrial {...{ recipeId, point, changes, points }} onChange={change} />,
            },
            { id: "write", title: say("tab.write"), panel: <WriteTrial {...{ recipeId, point, changes }} /> },
            ...(allowed(deviceDataRecipeCalls.poll_plan.call)
              ? [{ id: "plan", title: say("tab.plan"), panel: <PollPlan recipeId={recipeId} /> }]
              : []),
          ]}
        />
      </div>
    </SideDrawer>
  );
}
