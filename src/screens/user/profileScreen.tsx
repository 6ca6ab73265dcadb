import { Spinner } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { z } from "zod";
import { type Me, passwordFields, profileFields } from "#contract/resources/user.ts";
import { FieldList } from "#src/kit/form/fieldList.tsx";
import { PasswordField, TextField } from "#src/kit/form/fields.tsx";
import { FormPage } from "#src/kit/form/formDrawer.tsx";
import { PictureField } from "#src/kit/form/pictureField.tsx";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { KeyTabs } from "#src/kit/screen/keyTabs.tsx";
import { NoPermission } from "#src/kit/screen/pageStates.tsx";
import { writes } from "#src/kit/screen/rowsSource.ts";
import { isGranted, useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { useSession } from "#src/session/sessionView.ts";
import { userCalls } from "#store/handles/user.ts";
import type { Dispatch } from "#store/store.ts";
import "#src/kit/screen/screen.css";
import { OwnerProof } from "./ownerProof.tsx";
import { PhoneCode } from "./phoneCode.tsx";
import { Sessions } from "./sessions.tsx";
import "./user.css";

const saveProfile = writes(userCalls.update, (values: z.output<typeof profileFields> & { version: number }) => values);
const savePassword = writes(userCalls.update_pass, (values: z.output<typeof passwordFields>) => values);

function Profile({ me }: { me: Me }) {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const navigate = useViewNavigate();
  const { userName, nickName, phone, email, avatar, version } = me;
  return (
    <FormPage
      naming={false}
      key={version}
      id="profile"
      title={`${me.account} · ${me.authTypeName}`}
      schema={profileFields}
      initial={{ userName, nickName, phone, email, avatar, verificationCode: "", password: "", verifyCode: "" }}
      version={version}
      saved="feedback.edited"
      save={(values, over) => saveProfile.send(dispatch, { ...values, version: over ?? version })}
      onSaved={() => undefined}
      onClose={() => navigate("/home_page")}
    >
      <FieldList
        fields={[
          { kind: "text", name: "userName" },
          { kind: "text", name: "nickName" },
          { kind: "text", name: "email", help: true },
        ]}
      />
      <TextField name="phone" help={intl.formatMessage({ id: "profile.help.phone" })} />
      <PhoneCode known={phone} />
      <OwnerProof password="password" />
      <PictureField name="avatar" kind="avatar" help={intl.formatMessage({ id: "profile.help.avatar" })} />
    </FormPage>
  );
}

function Password() {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const navigate = useViewNavigate();
  return (
    <FormPage
      naming={false}
      id="profile"
      draft="profile.password"
      title={intl.formatMessage({ id: "profile.password" })}
      schema={passwordFields}
      initial={{ password: "", newPassword: "", repassword: "" }}
      saved="gate.passwordChanged"
      save={(values) => savePassword.send(dispatch, values)}
      onSaved={() => navigate("/home_page")}
      onClose={() => navigate("/home_page")}
    >
      <PasswordField name="password" autoComplete="current-password" />
      <PasswordField name="newPassword" help={intl.formatMessage({ id: "profile.help.newPassword" })} />
      <PasswordField name="repassword" />
    </FormPage>
  );
}

const SecondFactor = lazyPart(async () => (await import("./secondFactor.tsx")).SecondFactor, { waiting: <Spinner /> });

const OwnWeixin = lazyPart(async () => (await import("#src/screens/weixin/ownWeixin.tsx")).OwnWeixin, { waiting: <Spinner /> });

/** One's own account: who one is, the password, the second factor, WeChat, where one is signed in. */
export function ProfileScreen() {
  const intl = useIntl();
  const { me } = useSession();
  const allowed = useAllowed();
  if (!isGranted(me.paths, userCalls.update.call)) return <NoPermission />;
  return (
    <section className="gh-page gh-profile" aria-label={intl.formatMessage({ id: "profile.title" })}>
      <h1 className="gh-profile-title">{intl.formatMessage({ id: "profile.title" })}</h1>
      <KeyTabs
        id="profile"
        tabs={[
          { id: "profile", title: intl.formatMessage({ id: "profile.title" }), panel: <Profile me={me} /> },
          ...(allowed(userCalls.update_pass.call)
            ? [{ id: "password", title: intl.formatMessage({ id: "profile.password" }), panel: <Password /> }]
            : []),
          {
            id: "factor",
            title: intl.formatMessage({ id: "profile.factor" }),
            panel: <SecondFactor me={me} />,
          },
          { id: "weixin", title: intl.formatMessage({ id: "profile.weixin" }), panel: <OwnWeixin /> },
          { id: "sessions", title: intl.formatMessage({ id: "profile.sessions" }), panel: <Sessions me={me} /> },
        ]}
      />
    </section>
  );
}
