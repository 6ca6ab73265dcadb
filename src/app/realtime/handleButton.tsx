import { Button } from "@blueprintjs/core";
import { useIntl } from "react-intl";

/** Of a notice, which has the focus meanwhile and afterwards: the button goes once the alarm is handled. */
export function HandleButton({ onHandle }: { onHandle(): void }) {
  const text = useIntl().formatMessage({ id: "notice.handle" });
  return (
    <Button
      size="small"
      className="gh-notice-handle"
      text={text}
      title={`${text} (A)`}
      onClick={({ currentTarget }) => {
        currentTarget.closest("li")?.focus();
        onHandle();
      }}
    />
  );
}
