import { Spinner } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { z } from "zod";
import { passwordPolicies, settingsFields } from "#contract/resources/sys.ts";
import { FieldList, type FieldSpec } from "#src/kit/form/fieldList.tsx";
import { FormPage } from "#src/kit/form/formDrawer.tsx";
import { PictureField } from "#src/kit/form/pictureField.tsx";
import { FailedRead, NoPermission } from "#src/kit/screen/pageStates.tsx";
import { writes } from "#src/kit/screen/rowsSource.ts";
import { isGranted, useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { useSession } from "#src/session/sessionView.ts";
import { sysCalls } from "#store/handles/sys.ts";
import type { Dispatch } from "#store/store.ts";
import "#src/kit/screen/screen.css";

type Settings = z.output<typeof settingsFields>;

const save = writes(sysCalls.put, (values: Settings & { version: number }) => values);

const fields: readonly FieldSpec[] = [
  { kind: "text", name: "platform" },
  { kind: "text", name: "domain", help: true },
  { kind: "text", name: "record" },
  { kind: "text", name: "phone" },
  { kind: "select", name: "passwordPolicy", values: passwordPolicies, help: true },
];

function SettingsForm() {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const navigate = useViewNavigate();
  const saves = useAllowed()(sysCalls.put.call);
  const read = sysCalls.query.useQuery({}, { refetchOnMountOrArgChange: true });
  const { data } = read;
  const failure = useFailure(read);
  if (failure !== undefined) return <FailedRead error={failure} onRetry={() => void read.refetch()} />;
  if (!data) return <Spinner />;
  const { version, ...values } = data;
  return (
    <FormPage
      key={version}
      id="settings"
      title={intl.formatMessage({ id: "settings.title" })}
      schema={settingsFields}
      initial={values}
      version={version}
      saves={saves}
      saved="feedback.edited"
      save={(given, over) => save.send(dispatch, { ...given, version: over ?? version })}
      reload={async () => {
        const newer = await read.refetch();
        if (!newer.data) return undefined;
        const { version: latest, ...rest } = newer.data;
        return { values: rest, version: latest };
      }}
      onSaved={() => void read.refetch()}
      onClose={() => navigate("/home_page")}
    >
      <FieldList fields={fields} />
      <PictureField name="logo" kind="picture" />
    </FormPage>
  );
}

/** What the platform is called and how it presents itself. */
export function SettingsScreen() {
  const { me } = useSession();
  return <div className="gh-page">{isGranted(me.paths, sysCalls.query.call) ? <SettingsForm /> : <NoPermission />}</div>;
}
