import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { DeviceWhole } from "#contract/resources/device.ts";
import { FormPage } from "#src/kit/form/formDrawer.tsx";
import { useFresh } from "#src/kit/form/useFresh.ts";
import type { Loaded } from "#src/kit/form/useRecordForm.ts";
import { NoPermission } from "#src/kit/screen/pageStates.tsx";
import { useViewLocation, useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { useSession } from "#src/session/sessionView.ts";
import "#src/kit/screen/screen.css";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { deviceCalls } from "#store/handles/device.ts";
import type { Dispatch } from "#store/store.ts";
import { tabsSlice } from "#store/tabs.ts";
import { DeviceFormFields } from "./deviceFormFields.tsx";
import { blankDevice, deviceFormSchema, deviceValues } from "./deviceFormSchema.ts";
import { FailedDevice, UnnamedDevice } from "./deviceMissing.tsx";
import { DevicePasswordDialog } from "./devicePasswordDialog.tsx";
import "./devices.css";

const detailOf = (id: string): string => `/devices/deviceDatail?id=${encodeURIComponent(id)}`;

const fieldText = (value: unknown, name: string): string => {
  const found: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === "string" ? found : "";
};

/** Leaves the form for good: its tab goes with it, and a step back does not bring up the form of what is saved. */
const useLeave = (): ((to: string) => void) => {
  const { path } = useViewLocation();
  const navigate = useViewNavigate();
  const dispatch = useDispatch<Dispatch>();
  return (to) => {
    dispatch(tabsSlice.actions.close(path));
    navigate(to, { replace: true });
  };
};

/** Of the SN that the address names, where it names one: its password is known already. */
function AddForm({ sn }: { sn: string }) {
  const intl = useIntl();
  const leave = useLeave();
  const [post] = deviceCalls.post.useMutation();
  const { me } = useSession();
  const [initial] = useState(() => ({ ...blankDevice(me.companyId), sn }));
  const [sent, setSent] = useState({ sn: "", password: "" });
  const [made, setMade] = useState<{ id: string; password: string }>();
  return (
    <>
      <FormPage
        id="device"
        draft={sn === "" ? "device.add" : `device.add:${sn}`}
        title={intl.formatMessage({ id: "device.title.add" })}
        action={intl.formatMessage({ id: "devices.action.add" })}
        schema={deviceFormSchema}
        initial={initial}
        save={async (values) => {
          setSent({ sn: values.sn, password: values.password });
          return await post(values);
        }}
        saved="feedback.added"
        onSaved={(answer) => {
          const id = fieldText(answer, "id");
          const password = fieldText(answer, "password");
          if (password !== "" && sent.password === "") setMade({ id, password });
          else leave(detailOf(id));
        }}
        onClose={() => leave("/devices/list")}
      >
        <DeviceFormFields edited={false} />
      </FormPage>
      {made && <DevicePasswordDialog sn={sent.sn} password={made.password} onClose={() => leave(detailOf(made.id))} />}
    </>
  );
}

function EditForm({ whole }: { whole: DeviceWhole }) {
  const intl = useIntl();
  const leave = useLeave();
  const dispatch = useDispatch<Dispatch>();
  const [put] = deviceCalls.put.useMutation();
  const [opened] = useState(whole);
  const initial = useMemo(() => deviceValues(opened), [opened]);
  const reload = async (): Promise<Loaded | undefined> => {
    const { data } = await dispatch(deviceCalls.get.initiate({ id: opened.id }, { subscribe: false, forceRefetch: true }));
    return data && { values: deviceValues(data), version: data.version };
  };
  return (
    <FormPage
      id="device"
      draft={`device.edit:${opened.id}`}
      title={intl.formatMessage({ id: "device.title.edit" }, { name: opened.name })}
      schema={deviceFormSchema}
      initial={initial}
      version={opened.version}
      save={async (values, version) => await put({ ...values, id: opened.id, version: version ?? opened.version })}
      reload={reload}
      saved="feedback.edited"
      onSaved={() => leave(detailOf(opened.id))}
      onClose={() => leave(detailOf(opened.id))}
    >
      <DeviceFormFields edited />
    </FormPage>
  );
}

function EditPage({ id }: { id: string }) {
  const intl = useIntl();
  const read = deviceCalls.get.useQuery(id === "" ? skipToken : { id }, { refetchOnMountOrArgChange: true });
  const { data, error, isFetching, refetch } = read;
  const fresh = useFresh(read);
  const [ready, setReady] = useState(false);
  // The form opens on what the server has now, and later answers leave it alone.
  if (!ready && data && fresh) setReady(true);
  useViewSubject(data?.name);
  if (id === "") return <UnnamedDevice />;
  if (ready && data) return <EditForm whole={data} />;
  if (error !== undefined && !isFetching) return <FailedDevice error={error} onRetry={() => void refetch()} />;
  return <div className="gh-device-waiting" role="status" aria-label={intl.formatMessage({ id: "device.loading" })} />;
}

/** Adds a device, or edits the one that the address names. */
export function DeviceFormScreen() {
  const { path, search } = useViewLocation();
  const allowed = useAllowed();
  const editing = path === "/devices/edit";
  const id = search.get("id") ?? "";
  const sn = search.get("sn") ?? "";
  if (!allowed(editing ? deviceCalls.put.call : deviceCalls.post.call)) return <NoPermission />;
  return editing ? <EditPage key={id} id={id} /> : <AddForm key={sn} sn={sn} />;
}
