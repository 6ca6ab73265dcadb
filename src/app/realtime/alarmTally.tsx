import { useEffect } from "react";
import { useIntl } from "react-intl";
import { useMode } from "#src/app/theme/useDisplay.ts";
import { markWindow } from "#src/app/windowTitle.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { markIcon, plainIcon } from "./windowIcon.ts";

const unhandled = { open: true, state: 0 } as const;

interface MarkProps {
  count: number;
  level: number;
}

/** The colours that it takes are those of the page when it comes. */
function IconMark({ count, level }: MarkProps) {
  useEffect(() => markIcon(count, level), [count, level]);
  useEffect(() => plainIcon, []);
  return null;
}

/** How many active alarms nobody has handled, as the server counts them: in front of the window's name, and on its icon in the colour of the highest. */
export function AlarmTally() {
  const intl = useIntl();
  const mode = useMode();
  const { data } = alarmLogCalls.countLevel.useQuery(unhandled);
  const count = data?.reduce((sum, each) => sum + each.count, 0) ?? 0;
  const level = data?.findLast((each) => each.count > 0)?.level;
  const mark = count > 0 ? `(${intl.formatNumber(count)}) ` : "";
  useEffect(() => markWindow(mark), [mark]);
  useEffect(() => () => markWindow(""), []);
  return level === undefined ? null : <IconMark key={mode} count={count} level={level} />;
}
