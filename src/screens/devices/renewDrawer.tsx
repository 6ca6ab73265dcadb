import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { limits } from "#contract/limits.ts";
import type { ListedDevice } from "#contract/resources/device.ts";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceChangeCalls } from "#store/handles/deviceChange.ts";
import type { Dispatch } from "#store/store.ts";
import { renewalOf } from "./renewal.ts";
import { RenewFields, renewFields } from "./renewFields.tsx";

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
      schema={renewFields}
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
