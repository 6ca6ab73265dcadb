import { Button } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useState } from "react";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { type PointRow, pointFields } from "#contract/resources/deviceDataRecipe.ts";
import { FormPage } from "#src/kit/form/formDrawer.tsx";
import { useFresh } from "#src/kit/form/useFresh.ts";
import type { Loaded } from "#src/kit/form/useRecordForm.ts";
import { FailedRead, NoPermission, PageState } from "#src/kit/screen/pageStates.tsx";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { useViewLocation, useViewNavigate } from "#src/kit/view/viewLocation.ts";
import "#src/kit/screen/screen.css";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { pointName } from "#src/kit/value/pointText.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import type { Dispatch } from "#store/store.ts";
import { PointFormFields } from "./pointFormFields.tsx";
import { blankPoint, pointValues } from "./pointFormValues.ts";
import { pointsAddress } from "./templateAddress.ts";

function AddForm({ recipeId }: { recipeId: string }) {
  const intl = useIntl();
  const navigate = useViewNavigate();
  const { data: recipe } = deviceDataRecipeCalls.get.useQuery({ id: recipeId });
  const [post] = deviceDataRecipeCalls.add_body.useMutation();
  const [initial] = useState(() => blankPoint(recipeId));
  const back = () => navigate(pointsAddress(recipeId));
  return (
    <FormPage
      id="dataPoint"
      draft={`dataPoint.add:${recipeId}`}
      title={intl.formatMessage({ id: "dataPoint.title.add" }, { template: recipe?.name ?? "" })}
      action={intl.formatMessage({ id: "dataPoints.action.add" })}
      schema={pointFields}
      initial={initial}
      save={async (values) => await post(values)}
      saved="feedback.added"
      onSaved={back}
      onClose={back}
    >
      <PointFormFields />
    </FormPage>
  );
}

function EditForm({ point }: { point: PointRow }) {
  const intl = useIntl();
  const navigate = useViewNavigate();
  const dispatch = useDispatch<Dispatch>();
  const [put] = deviceDataRecipeCalls.put_body.useMutation();
  const [opened] = useState(point);
  const [initial] = useState(() => pointValues(point));
  const reload = async (): Promise<Loaded | undefined> => {
    const { data } = await dispatch(deviceDataRecipeCalls.get_body.initiate({ id: opened.id }, { subscribe: false, forceRefetch: true }));
    return data && { values: pointValues(data), version: data.version };
  };
  const back = () => navigate(pointsAddress(opened.recipeId));
  return (
    <FormPage
      id="dataPoint"
      draft={`dataPoint.edit:${opened.id}`}
      title={intl.formatMessage({ id: "dataPoint.title.edit" }, { name: pointName(opened, languageOf(intl)) })}
      schema={pointFields}
      initial={initial}
      version={opened.version}
      save={async (values, version) => await put({ ...values, id: opened.id, version: version ?? opened.version })}
      reload={reload}
      saved="feedback.edited"
      onSaved={back}
      onClose={back}
    >
      <PointFormFields />
    </FormPage>
  );
}

function Missing({ text }: { text: string }) {
  const intl = useIntl();
  const navigate = useViewNavigate();
  return (
    <PageState whole icon="search" text={text}>
      <Button text={intl.formatMessage({ id: "dataPoints.templates" })} onClick={() => navigate("/template/list")} />
    </PageState>
  );
}

function EditPage({ id }: { id: string }) {
  const intl = useIntl();
  const read = deviceDataRecipeCalls.get_body.useQuery(id === "" ? skipToken : { id }, { refetchOnMountOrArgChange: true });
  const { data, error, isFetching, refetch } = read;
  const fresh = useFresh(read);
  const [ready, setReady] = useState(false);
  // The form opens on what the server has now, and later answers leave it alone.
  if (!ready && data && fresh) setReady(true);
  if (id === "") return <Missing text={intl.formatMessage({ id: "dataPoint.noId" })} />;
  if (ready && data) return <EditForm point={data} />;
  if (error !== undefined && !isFetching) return <FailedRead error={error} onRetry={() => void refetch()} />;
  return <div role="status" aria-label={intl.formatMessage({ id: "dataPoint.loading" })} />;
}

/** Adds a data point to the template that the address names, or edits the point that it names. */
export function PointFormScreen() {
  const intl = useIntl();
  const { path, search } = useViewLocation();
  const allowed = useAllowed();
  const editing = path === "/template/edits";
  if (!allowed(editing ? deviceDataRecipeCalls.put_body.call : deviceDataRecipeCalls.add_body.call)) return <NoPermission />;
  const id = search.get("id") ?? "";
  const recipeId = search.get("recipeId") ?? "";
  if (editing) return <EditPage key={id} id={id} />;
  if (recipeId === "") return <Missing text={intl.formatMessage({ id: "dataPoints.noTemplate" })} />;
  return <AddForm key={recipeId} recipeId={recipeId} />;
}
