import { Button } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import { PageState } from "#src/kit/screen/pageStates.tsx";
import { useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { deviceTemplatesView } from "./deviceTemplateAddress.ts";

/** An address that names no device template. */
export function NoDeviceTemplate() {
  const intl = useIntl();
  const navigate = useViewNavigate();
  return (
    <PageState whole icon="search" text={intl.formatMessage({ id: "templatedDevices.noTemplate" })}>
      <Button text={intl.formatMessage({ id: "templatedDevices.templates" })} onClick={() => navigate(deviceTemplatesView)} />
    </PageState>
  );
}
