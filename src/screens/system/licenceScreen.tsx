import { Button, Callout, FileInput, Spinner, Tag } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import type { LicenceInfo } from "#contract/resources/license.ts";
import { license } from "#contract/resources/license.ts";
import { useDownload } from "#src/app/useDownload.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { FailedRead, NoPermission } from "#src/kit/screen/pageStates.tsx";
import { isGranted, useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { licenseCalls } from "#store/handles/license.ts";
import "#src/kit/screen/screen.css";
import "./system.css";

const counted = ["companies", "users", "devices"] as const;

function Facts({ info }: { info: LicenceInfo }) {
  const intl = useIntl();
  const { me } = useSession();
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `licence.${id}` }, values);
  return (
    <dl className="gh-system-facts">
      <dt>{say("kind")}</dt>
      <dd>
        {say(`option.kind.${info.kind}`)}{" "}
        <Tag minimal intent={info.state === "valid" ? "success" : "warning"}>
          {say(`option.state.${info.state}`)}
        </Tag>
      </dd>
      {info.holder !== "" && (
        <>
          <dt>{say("holder")}</dt>
          <dd>{info.holder}</dd>
        </>
      )}
      <dt>{say("expiresAt")}</dt>
      <dd>{info.expiresAt === null ? say("noExpiry") : formatInstant(me.zone, info.expiresAt)}</dd>
      {counted.map((what) => (
        <div key={what} style={{ display: "contents" }}>
          <dt>{say(what)}</dt>
          <dd>{say("used", { used: info.used[what], allowed: info.limits[what] })}</dd>
        </div>
      ))}
      <dt>{say("installation")}</dt>
      <dd className="gh-mono">{info.installation}</dd>
    </dl>
  );
}

function Activation() {
  const intl = useIntl();
  const toasts = useToasts();
  const [file, setFile] = useState<File>();
  const [activate, { isLoading }] = licenseCalls.atv_lic_file.useMutation();
  const run = async () => {
    if (!file) return;
    if (file.size > limits.licenceFile) {
      toasts.warning(intl.formatMessage({ id: "licence.tooLarge" }));
      return;
    }
    const { error } = await activate({ content: await file.text() });
    if (error !== undefined) toasts.refused(asRefusal(error));
    else {
      toasts.success("licence.activated");
      setFile(undefined);
    }
  };
  return (
    <div className="gh-system-row">
      <FileInput
        text={file?.name ?? intl.formatMessage({ id: "licence.choose" })}
        buttonText={intl.formatMessage({ id: "licence.browse" })}
        inputProps={{ "aria-label": intl.formatMessage({ id: "licence.choose" }), accept: ".lic,.txt" }}
        onInputChange={(event) => setFile(event.currentTarget.files?.[0])}
      />
      <Button
        intent="primary"
        loading={isLoading}
        disabled={!file}
        text={intl.formatMessage({ id: "licence.activate" })}
        onClick={() => void run()}
      />
    </div>
  );
}

function Licence() {
  const intl = useIntl();
  const allowed = useAllowed();
  const download = useDownload();
  const read = licenseCalls.lic_info.useQuery({}, { refetchOnMountOrArgChange: true });
  const { data } = read;
  const failure = useFailure(read);
  if (failure !== undefined) return <FailedRead error={failure} onRetry={() => void read.refetch()} />;
  if (!data) return <Spinner />;
  return (
    <div className="gh-system-page">
      <Facts info={data} />
      <div className="gh-system-row">
        {allowed(license.calls.get_lic_file) && (
          <Button
            icon="download"
            text={intl.formatMessage({ id: data.kind === "free" ? "licence.request" : "licence.download" })}
            onClick={() => void download(license.calls.get_lic_file, {})}
          />
        )}
      </div>
      {!data.activatable && (
        <Callout compact intent="warning">
          {intl.formatMessage({ id: "licence.noKey" })}
        </Callout>
      )}
      {data.activatable && allowed(licenseCalls.atv_lic_file.call) && <Activation />}
    </div>
  );
}

/** What may be used, until when, and how to get more. */
export function LicenceScreen() {
  const intl = useIntl();
  const { me } = useSession();
  return (
    <section className="gh-page">
      <header className="gh-page-head">
        <h1 className="gh-page-title">{intl.formatMessage({ id: "licence.title" })}</h1>
      </header>
      {isGranted(me.paths, licenseCalls.lic_info.call) ? <Licence /> : <NoPermission />}
    </section>
  );
}
