import { AnchorButton } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import { codes } from "#contract/codes.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { FailedRead, PageState } from "#src/kit/screen/pageStates.tsx";
import { useOpens } from "#src/kit/screen/useAllowed.ts";
import { deviceCalls } from "#store/handles/device.ts";

/** No device, in these words, and the way to all of them. */
function NoDevice({ text }: { text: string }) {
  const intl = useIntl();
  const opens = useOpens();
  return (
    <div role="alert">
      <PageState whole icon="search" text={text}>
        {opens(deviceCalls.query.call, "/devices/list") && (
          <AnchorButton icon="th" href="#/devices/list" text={intl.formatMessage({ id: "device.list" })} />
        )}
      </PageState>
    </div>
  );
}

export function UnnamedDevice() {
  const intl = useIntl();
  return <NoDevice text={intl.formatMessage({ id: "device.noId" })} />;
}

/** A device that could not be read: one that is not there cannot be had by another try. */
export function FailedDevice({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const intl = useIntl();
  if (asRefusal(error).code === codes.notFound.code) return <NoDevice text={intl.formatMessage({ id: "device.notFound" })} />;
  return <FailedRead error={error} onRetry={onRetry} />;
}
