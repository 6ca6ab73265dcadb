import { skipToken } from "@reduxjs/toolkit/query/react";
import { useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { messageTypes } from "#contract/resources/alarmGroup.ts";
import { ChecksField } from "#src/kit/form/checksField.tsx";
import { FieldList } from "#src/kit/form/fieldList.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { alarmGroupCalls } from "#store/handles/alarmGroup.ts";

/** The ways in which a group is told; one that the server has no provider for says so where it is chosen. */
export function MessageTypesField() {
  const intl = useIntl();
  const { query } = alarmGroupCalls;
  const { data } = query.useQuery(useAllowed()(query.call) ? { pageSize: 1 } : skipToken);
  const options = messageTypes.map((value) => ({
    value,
    label: intl.formatMessage({ id: `alarmGroups.option.messageTypes.${value}` }),
    ...(data && !data.configured.includes(value) ? { detail: intl.formatMessage({ id: "alarmGroups.notConfigured" }) } : {}),
  }));
  return <ChecksField name="messageTypes" options={options} />;
}

/** Where a webhook goes, where one is chosen. */
export function WebhookFields() {
  const types: unknown = useWatch({ name: "messageTypes" });
  if (!Array.isArray(types) || !types.includes("webhook")) return null;
  return (
    <FieldList
      fields={[
        { kind: "text", name: "webhookUrl", help: true, required: true },
        { kind: "text", name: "webhookSecret", help: true, mono: true },
      ]}
    />
  );
}

/** How much is told, and when. */
export const TellingFields = () => (
  <FieldList
    fields={[
      { kind: "switch", name: "tellRelease", help: true },
      { kind: "number", name: "perHour", help: true },
      { kind: "text", name: "quietFrom", mono: true },
      { kind: "text", name: "quietTo", help: true, mono: true },
    ]}
  />
);
