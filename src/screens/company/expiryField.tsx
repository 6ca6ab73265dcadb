import { InputGroup } from "@blueprintjs/core";
import { useController } from "react-hook-form";
import { useSession } from "#src/app/sessionView.ts";
import { described, FieldFrame } from "#src/kit/form/fieldFrame.tsx";
import { useField } from "#src/kit/form/formScope.ts";
import { toInstant, toWall } from "#src/kit/value/zonedTime.ts";

const dayMs = 86_400_000;

/** The last day on which it may work, in the reader's zone: the expiry itself is the midnight after it. */
export const lastDayOf = (zone: string, expiresAt: string | null): string =>
  expiresAt === null ? "" : new Date(toWall(zone, Date.parse(expiresAt) - 1)).toISOString().slice(0, 10);

const expiryOf = (zone: string, day: string): string | null => {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return day === "" || Number.isNaN(midnight) ? null : new Date(toInstant(zone, midnight + dayMs)).toISOString();
};

/** A day, or none for no expiry; the value is an instant or null. */
export function ExpiryField({ name, help }: { name: string; help: string }) {
  const { me } = useSession();
  const field = useField(name);
  const { field: held } = useController({ name });
  return (
    <FieldFrame field={field} help={help}>
      <InputGroup
        {...described(field, help)}
        id={field.id}
        inputRef={held.ref}
        type="date"
        fill
        value={lastDayOf(me.zone, typeof held.value === "string" ? held.value : null)}
        intent={field.error ? "danger" : "none"}
        onBlur={held.onBlur}
        onChange={(event) => held.onChange(expiryOf(me.zone, event.target.value))}
      />
    </FieldFrame>
  );
}
