import { Button, PopoverNext, Spinner } from "@blueprintjs/core";
import { useRef, useState } from "react";
import { useIntl } from "react-intl";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { wallDate } from "#src/kit/value/day.ts";
import { useSession } from "#src/session/sessionView.ts";
import { serverNow } from "#store/serverClock.ts";
import "./calendar.css";

/** Days that are offered beside the calendar, told from today. */
export type DayPresets = "past" | "future" | "none";

const presets: Readonly<Record<DayPresets, readonly { id: string; days?: number; years?: number }[]>> = {
  past: [
    { id: "today", days: 0 },
    { id: "yesterday", days: -1 },
    { id: "week", days: -7 },
    { id: "month", days: -30 },
    { id: "year", years: -1 },
  ],
  future: [
    { id: "today", days: 0 },
    { id: "inMonth", days: 30 },
    { id: "inYear", years: 1 },
    { id: "inThreeYears", years: 3 },
  ],
  none: [],
};

const Calendar = lazyPart(async () => (await import("./calendar.tsx")).Calendar, {
  waiting: <Spinner className="gh-calendar-wait" size={20} />,
});

interface CalendarButtonProps {
  /** Of the field; translated. */
  label: string;
  /** Its local parts are meant. */
  value: Date | undefined;
  precise?: boolean;
  offers?: DayPresets;
  disabled?: boolean;
  onPick(date: Date): void;
}

/** Opens a calendar beside a field that takes a day or a time by keyboard as well. */
export function CalendarButton({ label, value, precise = false, offers = "none", disabled = false, onPick }: CalendarButtonProps) {
  const intl = useIntl();
  const { me } = useSession();
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLButtonElement>(null);
  const words = intl.formatMessage({ id: "date.pick" }, { label });
  const today = wallDate(me.zone, serverNow());
  const shortcuts = presets[offers].map(({ id, days = 0, years = 0 }) => ({
    label: intl.formatMessage({ id: `date.preset.${id}` }),
    date: new Date(today.getFullYear() + years, today.getMonth(), today.getDate() + days),
  }));
  const close = () => {
    setOpen(false);
    place.current?.focus();
  };
  return (
    <PopoverNext
      isOpen={open}
      onInteraction={setOpen}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      shouldReturnFocusOnClose
      content={
        <div role="dialog" aria-label={words}>
          <Calendar
            value={value ?? null}
            today={today}
            precise={precise}
            shortcuts={shortcuts}
            onPick={(date, done) => {
              onPick(date);
              if (done && !precise) close();
            }}
          />
        </div>
      }
    >
      <Button
        ref={place}
        variant="minimal"
        size="small"
        icon="calendar"
        disabled={disabled}
        aria-label={words}
        title={words}
        aria-haspopup="dialog"
        aria-expanded={open}
      />
    </PopoverNext>
  );
}
