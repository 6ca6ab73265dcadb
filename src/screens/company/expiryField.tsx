import { useState } from "react";
import { useController } from "react-hook-form";
import { DayInput } from "#src/kit/form/dayInput.tsx";
import { described, FieldFrame } from "#src/kit/form/fieldFrame.tsx";
import { useField, useFormScope } from "#src/kit/form/formScope.ts";
import { dayText, typedDay } from "#src/kit/value/day.ts";
import { toInstant, toWall } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";

const dayMs = 86_400_000;

/** The last day on which it may work, in the reader's zone: the expiry itself is the midnight after it. */
export const lastDayOf = (zone: string, expiresAt: string | null): string =>
  expiresAt === null ? "" : new Date(toWall(zone, Date.parse(expiresAt) - 1)).toISOString().slice(0, 10);

const expiryOf = (zone: string, day: Date): string =>
  new Date(toInstant(zone, Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) + dayMs)).toISOString();

/** A day, or none for no expiry; the value is an instant or null, and what was typed while that is no day. */
export function ExpiryField({ name, help }: { name: string; help: string }) {
  const { me } = useSession();
  const field = useField(name);
  const { faults } = useFormScope();
  const { field: held } = useController({ name });
  const [typed, setTyped] = useState<string>();
  const instant = typeof held.value === "string" && !Number.isNaN(Date.parse(held.value)) ? held.value : null;
  const write = (text: string) => {
    const day = typedDay(text);
    const none = text.trim() === "";
    if (none || day) faults.delete(name);
    else faults.set(name, "rule.date");
    setTyped(text);
    held.onChange(none ? null : day ? expiryOf(me.zone, day) : text);
  };
  return (
    <FieldFrame field={field} help={help}>
      <DayInput
        {...described(field, help)}
        id={field.id}
        label={field.label}
        inputRef={held.ref}
        fill
        offers="future"
        value={typed ?? lastDayOf(me.zone, instant)}
        intent={field.error ? "danger" : "none"}
        onBlur={() => {
          const day = typed === undefined ? undefined : typedDay(typed);
          if (day) setTyped(dayText(day));
          held.onBlur();
        }}
        onText={write}
      />
    </FieldFrame>
  );
}
