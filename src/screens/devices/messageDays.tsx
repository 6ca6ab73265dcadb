import { Button } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import type { MessageDay } from "#contract/resources/deviceMessage.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { deviceMessageCalls } from "#store/handles/deviceMessage.ts";

const figures = ["up", "upBytes", "down", "downBytes", "faulty"] as const;

const sumOf = (days: readonly MessageDay[], figure: (typeof figures)[number]): number => days.reduce((sum, day) => sum + day[figure], 0);

/** How many messages and bytes went each way, how many could not be read, and on demand of each day. */
export function MessageDays({ deviceId }: { deviceId: string }) {
  const intl = useIntl();
  const [open, setOpen] = useState(false);
  const read = deviceMessageCalls.daily_count.useQuery({ deviceId }, { refetchOnMountOrArgChange: true });
  const failure = useFailure(read);
  const days = read.currentData?.days ?? [];
  if (failure !== undefined) return <FailedRead error={failure} onRetry={() => void read.refetch()} />;
  return (
    <section className="gh-message-days" aria-label={intl.formatMessage({ id: "messages.days" })}>
      <p className="gh-message-sum">
        {intl.formatMessage(
          { id: "messages.sum" },
          { ...Object.fromEntries(figures.map((figure) => [figure, sumOf(days, figure)])), days: days.length },
        )}
        <Button
          size="small"
          variant="minimal"
          icon={open ? "chevron-up" : "chevron-down"}
          aria-expanded={open}
          text={intl.formatMessage({ id: "messages.byDay" })}
          onClick={() => setOpen(!open)}
        />
      </p>
      {open && (
        <div className="gh-message-table">
          <table>
            <thead>
              <tr>
                {["day", ...figures].map((name) => (
                  <th key={name} scope="col">
                    {intl.formatMessage({ id: `messages.day.${name}` })}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map((day) => (
                <tr key={day.day}>
                  <th scope="row">{day.day}</th>
                  {figures.map((figure) => (
                    <td key={figure}>{intl.formatNumber(day[figure])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
