import { AnchorButton, Button } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { type ReactNode, useRef } from "react";
import { useIntl } from "react-intl";
import type { OperationRow } from "#contract/resources/log.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { SideDrawer } from "#src/kit/form/sideDrawer.tsx";
import { FailedRead, PageState } from "#src/kit/screen/pageStates.tsx";
import { useOpens } from "#src/kit/screen/useAllowed.ts";
import type { Steps } from "#src/kit/screen/useRowSteps.ts";
import { copyText } from "#src/kit/table/tableText.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceEventCalls } from "#store/handles/deviceEvent.ts";
import { deviceAddress, deviceView } from "./deviceAddress.ts";
import "./devices.css";
import {
  accountWords,
  askedFields,
  askedValue,
  fieldsOf,
  fieldWords,
  operationWords,
  type Reader,
  readerOf,
  resultWords,
  valueWords,
  wrongFields,
} from "./operationWords.ts";

const dash = "–";

function Entry({ name, children }: { name: string; children: ReactNode }) {
  const intl = useIntl();
  return (
    <>
      <dt>{intl.formatMessage({ id: `operations.column.${name}` })}</dt>
      <dd>{typeof children === "string" ? <ForeignText text={children} /> : children}</dd>
    </>
  );
}

interface ToldProps {
  row: OperationRow;
  reader: Reader;
}

function Changes({ row, reader }: ToldProps) {
  const { intl } = reader;
  const fields = fieldsOf(row.change);
  if (!fields) return null;
  const states = (value: unknown): [unknown, unknown] =>
    Array.isArray(value) && value.length === 2 ? [value[0], value[1]] : [null, value];
  return (
    <section>
      <h3>{intl.formatMessage({ id: "operations.change" })}</h3>
      <table className="gh-operation-change">
        <thead>
          <tr>
            {["field", "before", "after"].map((column) => (
              <th key={column} scope="col">
                {intl.formatMessage({ id: `operations.change.${column}` })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map(([name, value]) => {
            const [before, after] = states(value);
            return (
              <tr key={name}>
                <th scope="row">
                  <bdi>{fieldWords(row.call, name, intl)}</bdi>
                </th>
                <td className="gh-operation-before">
                  <bdi>{valueWords(row.call, name, before, reader)}</bdi>
                </td>
                <td className="gh-operation-after">
                  <bdi>{valueWords(row.call, name, after, reader)}</bdi>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** The fields that the request was refused for. */
function Wrong({ row }: { row: OperationRow }) {
  const intl = useIntl();
  const wrong = wrongFields(row, intl);
  if (wrong.length === 0) return null;
  return (
    <section>
      <h3>{intl.formatMessage({ id: "operations.wrong" })}</h3>
      <dl className="gh-operation-entries">
        {wrong.map(([field, rule]) => (
          <div key={field}>
            <dt>
              <bdi>{field}</bdi>
            </dt>
            <dd className="gh-operation-refused">{rule}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Asked({ row, reader }: ToldProps) {
  const { intl } = reader;
  const fields = askedFields(row);
  if (row.detail === "" || fields?.length === 0) return null;
  return (
    <section>
      <h3>{intl.formatMessage({ id: "operations.asked" })}</h3>
      {fields ? (
        <dl className="gh-operation-entries">
          {fields.map(([name, value]) => (
            <div key={name}>
              <dt>
                <bdi>{fieldWords(row.call, name, intl)}</bdi>
              </dt>
              <dd>
                <bdi>{askedValue(row.call, name, value, reader)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="gh-mono">
          <ForeignText text={row.detail} />
        </p>
      )}
    </section>
  );
}

const ofDevices: ReadonlySet<string> = new Set(Object.values(deviceCalls).map(({ call }) => call.path));

/** The device that the row concerns, where it names one. */
const deviceOf = (row: OperationRow): string | undefined => {
  const fields = new Map(fieldsOf(row.detail));
  const id = fields.get("deviceId") ?? (ofDevices.has(row.call) ? fields.get("id") : undefined);
  return typeof id === "string" ? id : undefined;
};

function OperationDetail({ row }: { row: OperationRow }) {
  const intl = useIntl();
  const { me } = useSession();
  const toasts = useToasts();
  const deviceId = useOpens()(deviceCalls.get.call, deviceView) ? deviceOf(row) : undefined;
  const reader = readerOf(row, intl, me.zone);
  const links = useRef<HTMLDivElement>(null);
  const copy = async () => {
    if (!links.current) return;
    if (await copyText(location.href, links.current)) toasts.success("operations.copied");
    else toasts.warning(intl.formatMessage({ id: "table.copyFailed" }));
  };
  return (
    <>
      <dl className="gh-operation-entries">
        <Entry name="at">{formatInstant(me.zone, row.at)}</Entry>
        <Entry name="account">{accountWords(row.account, intl)}</Entry>
        <Entry name="userName">{row.userName || dash}</Entry>
        <Entry name="companyName">{row.companyName || dash}</Entry>
        <Entry name="address">{row.address || dash}</Entry>
        <Entry name="record">{row.record || dash}</Entry>
        <Entry name="code">
          <span className={row.code === 0 ? "" : "gh-operation-refused"}>{`${resultWords(row.code, intl)} (${row.code})`}</span>
        </Entry>
        <Entry name="milliseconds">{`${row.milliseconds} ms`}</Entry>
        <Entry name="call">
          <span className="gh-mono">
            <ForeignText text={row.call} />
          </span>
        </Entry>
        <Entry name="id">{row.id}</Entry>
        <Entry name="hash">
          <span className="gh-mono gh-operation-hash">{row.hash}</span>
        </Entry>
      </dl>
      <Wrong row={row} />
      <Changes row={row} reader={reader} />
      <Asked row={row} reader={reader} />
      <div ref={links} className="gh-operation-links">
        <Button icon="clipboard" text={intl.formatMessage({ id: "operations.copy" })} onClick={() => void copy()} />
        {deviceId && (
          <AnchorButton icon="cube" text={intl.formatMessage({ id: "operations.toDevice" })} href={`#${deviceAddress(deviceId)}`} />
        )}
      </div>
    </>
  );
}

/** Everything that the log has of one operation, in a drawer; closed while `id` is undefined. */
export function OperationDrawer({ id, steps, onClose }: { id: string | undefined; steps: Steps; onClose(): void }) {
  const intl = useIntl();
  const { currentData, error, isFetching, refetch } = deviceEventCalls.query_user_event.useQuery(id === undefined ? skipToken : { id });
  const row = currentData?.list[0];
  return (
    <SideDrawer
      title={row ? operationWords(row.call, intl) : intl.formatMessage({ id: "operations.title" })}
      isOpen={id !== undefined}
      size={640}
      steps={steps}
      onClose={onClose}
    >
      <div className="gh-form-fields gh-operation-detail">
        {row && <OperationDetail row={row} />}
        {currentData && !row && <PageState icon="search" text={intl.formatMessage({ id: "code.notFound" })} />}
        {!currentData && error !== undefined && !isFetching && <FailedRead error={error} onRetry={() => void refetch()} />}
      </div>
    </SideDrawer>
  );
}
