import { Button, Tag } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo, useState } from "react";
import { useIntl } from "react-intl";
import type { AppRecipeRow } from "#contract/resources/deviceDataRecipeApp.ts";
import { useConfirm, useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { FailedRead, NoPermission, PageState } from "#src/kit/screen/pageStates.tsx";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { useAllowed, useOpens } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { ViewChoice } from "#src/kit/screen/viewChoice.tsx";
import { useViewLocation, useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { appsView, pointsAddress, pointsView } from "#src/screens/template/templateAddress.ts";
import { TemplateLine } from "#src/screens/template/templateLine.tsx";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import { deviceDataRecipeAppCalls } from "#store/handles/deviceDataRecipeApp.ts";
import { deviceDataRecipeAppCmdCalls } from "#store/handles/deviceDataRecipeAppCmd.ts";
import "#src/screens/devices/groups.css";
import { appCommandList } from "./appCommandList.ts";
import { appPointList } from "./appPointList.tsx";
import { appStateText } from "./appState.ts";
import { placedPoints, withPoints } from "./placedPoints.ts";

type Part = "points" | "commands";

/** Puts an app recipe into use, or out of it. */
function UseButton({ app }: { app: AppRecipeRow }) {
  const intl = useIntl();
  const confirm = useConfirm();
  const toasts = useToasts();
  const [put] = deviceDataRecipeAppCalls.put.useMutation();
  const deed = app.enabled ? "disable" : "enable";
  const say = (id: string) => intl.formatMessage({ id: `appRecipe.${deed}.${id}` });
  const press = async () => {
    const save = () => put({ ...withPoints(app, placedPoints(app)), enabled: !app.enabled });
    const asked = { kind: "danger", question: say("question"), action: say("action"), detail: say("detail") } as const;
    if (await confirm(asked, save)) toasts.success("appPoints.saved");
  };
  return <Button size="small" icon={app.enabled ? "disable" : "tick"} text={say("action")} onClick={() => void press()} />;
}

const icons = { points: "list", commands: "send-message" } as const;

function Parts({ app }: { app: AppRecipeRow }) {
  const intl = useIntl();
  const allowed = useAllowed();
  const [part, setPart] = useState<Part>("points");
  const points = useMemo(() => appPointList(app), [app]);
  const commands = useMemo(() => appCommandList(app), [app]);
  const parts: readonly Part[] = allowed(deviceDataRecipeAppCmdCalls.query.call) ? ["points", "commands"] : ["points"];
  return (
    <>
      <div className="gh-group-line">
        <span>{app.name}</span>
        <Tag minimal intent={app.enabled ? "success" : "none"}>
          {appStateText(intl, app.enabled)}
        </Tag>
        {app.changeable && allowed(deviceDataRecipeAppCalls.put.call) && <UseButton app={app} />}
      </div>
      <div className="gh-groups-bar">
        <ViewChoice<Part>
          small
          label={app.name}
          value={part}
          options={parts.map((id) => ({ id, icon: icons[id], text: intl.formatMessage({ id: `appRecipe.${id}` }) }))}
          onChoose={setPart}
        />
      </div>
      {part === "points" ? <TablePage key="points" definition={points} /> : <TablePage key="commands" definition={commands} />}
    </>
  );
}

/** A data template without an app recipe, and how it is given one. */
function NoAppRecipe({ recipeId }: { recipeId: string }) {
  const intl = useIntl();
  const toasts = useToasts();
  const allowed = useAllowed();
  const [post, { isLoading }] = deviceDataRecipeAppCalls.post.useMutation();
  const { get } = deviceDataRecipeCalls;
  const template = get.useQuery(allowed(get.call) ? { id: recipeId } : skipToken).data;
  const add = async () => {
    if (!template) return;
    const { error } = await post({ recipeId, name: template.name, enabled: false, points: [] });
    if (error !== undefined) toasts.refused(asRefusal(error));
    else toasts.success("feedback.added");
  };
  const addable = template && allowed(deviceDataRecipeAppCalls.post.call);
  return (
    <PageState
      whole
      icon="mobile-phone"
      text={intl.formatMessage({ id: "appRecipe.none" })}
      detail={intl.formatMessage({ id: "appRecipe.none.detail" })}
    >
      {addable && (
        <Button
          intent="primary"
          icon="plus"
          loading={isLoading}
          text={intl.formatMessage({ id: "appRecipes.action.add" })}
          onClick={() => void add()}
        />
      )}
    </PageState>
  );
}

function AppRecipePage() {
  const intl = useIntl();
  const navigate = useViewNavigate();
  const allowed = useAllowed();
  const opens = useOpens();
  const recipeId = useViewLocation().search.get("id") ?? "";
  const { query } = deviceDataRecipeAppCalls;
  const readable = allowed(query.call);
  const asked = query.useQuery(recipeId === "" || !readable ? skipToken : { recipeId, pageSize: 1 }, { refetchOnMountOrArgChange: true });
  const failure = useFailure(asked);
  if (recipeId === "")
    return (
      <PageState whole icon="search" text={intl.formatMessage({ id: "dataPoints.noTemplate" })}>
        <Button text={intl.formatMessage({ id: "appRecipe.all" })} onClick={() => navigate(appsView)} />
      </PageState>
    );
  if (!readable) return <NoPermission />;
  if (failure !== undefined) return <FailedRead error={failure} onRetry={() => void asked.refetch()} />;
  const app = asked.currentData?.list[0];
  const to = opens(deviceDataRecipeCalls.list_body.call, pointsView) ? pointsAddress(recipeId) : undefined;
  return (
    <div className="gh-groups">
      <TemplateLine links={[{ icon: "list", text: "registers.points", to }]} />
      {app && <Parts key={app.id} app={app} />}
      {asked.currentData && !app && <NoAppRecipe recipeId={recipeId} />}
    </div>
  );
}

const example: AppRecipeRow = {
  ...{ id: "", version: 1, companyName: "", changeable: true, recipeId: "", recipeName: "", name: "", enabled: true },
  ...{ points: [], commands: 0 },
};

/** What the app shows end users of a data template: its data points, and commands. */
export const AppRecipeScreen = Object.assign(AppRecipePage, { definition: appPointList(example) });
