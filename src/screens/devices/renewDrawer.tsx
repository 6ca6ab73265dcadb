import { useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import type { ListedDevice } from "#contract/resources/device.ts";
import { DateField, SelectField } from "#src/kit/form/fields.tsx";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceChangeCalls } from "#store/handles/deviceChange.ts";
import type { Dispatch } from "#store/store.ts";
import { monthsOffered, renewalOf } from "./renewal.ts";

const schema = z
  .object({ period: z.string(), to: z.union([z.literal(""), z.iso.date("rule.date")]) })
  .refine(({ period, to }) => period !== "to" || to !== "", { error: "rule.required", path: ["to"] });

function RenewFields() {
  const intl = useIntl();
  const period: unknown = useWatch({ name: "period" });
  const options = [
    ...monthsOffered.map((months) => ({
      value: String(months),
      label:
        months % 12 === 0
          ? intl.formatMessage({ id: "renew.years" }, { count: months / 12 })
          : intl.formatMessage({ id: "renew.months" }, { count: months }),
    })),
    { value: "to", label: intl.formatMessage({ id: "renew.to" }) },
  ];
  return (
    <>
      <SelectField name="period" options={options} help={intl.formatMessage({ id: "renew.help.period" })} />
      {period === "to" && <DateField name="to" required />}
    </>
  );
}

interface RenewDrawerProps {
  devices: readonly ListedDevice[];
  onRenewed(): void;
  onClose(): void;
}

/** Prolongs the service of one device or of many; of more than an answer waits for, as a job. */
export function RenewDrawer({ devices, onRenewed, onClose }: RenewDrawerProps) {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const ids = devices.map(({ id }) => id);
  const behind = ids.length > limits.lease.atOnce;
  const [first] = devices;
  const title =
    devices.length === 1 && first
      ? intl.formatMessage({ id: "renew.title.one" }, { device: `${first.name} (${first.sn})` })
      : intl.formatMessage({ id: "renew.title" }, { count: devices.length });
  return (
    <FormDrawer
      id="renew"
      title={title}
      action={intl.formatMessage({ id: "renew.action" })}
      schema={schema}
      initial={{ period: "12", to: "" }}
      saved={behind ? "renew.begun" : "renew.done"}
      save={async (values) => {
        const renewal = renewalOf(values);
        if (behind) return await dispatch(deviceChangeCalls.post.initiate({ ids, action: { kind: "renew", ...renewal } }));
        return await dispatch(deviceCalls.renew.initiate({ ids, ...renewal }));
      }}
      onSaved={onRenewed}
      onClose={onClose}
    >
      <RenewFields />
    </FormDrawer>
  );
}
