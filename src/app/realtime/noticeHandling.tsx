import { useEffect } from "react";
import { ProcessDialog } from "#src/screens/alarms/processDialog.tsx";
import { useProcessing } from "#src/screens/alarms/useProcessing.ts";
import type { HandledAlarm } from "./handleAlarm.ts";

/** Asks what became of the alarm of a notice, as the alarm's own page does; it stays behind that, and asks again for another. */
export function NoticeHandling({ alarm }: { alarm: HandledAlarm }) {
  const processing = useProcessing();
  const [, , open] = processing;
  useEffect(() => void open([alarm]), [open, alarm]);
  return <ProcessDialog processing={processing} />;
}
