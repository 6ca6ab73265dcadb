// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { FormProvider, useForm } from "react-hook-form";
import { describe, expect, it } from "vitest";
import { languages } from "#contract/languages.ts";
import { messages } from "#contract/messages.ts";
import { shortly, spanFault } from "#src/screens/alarms/maskSpan.ts";
import { MaskSpanField } from "#src/screens/alarms/maskSpanField.tsx";
import { timingFault } from "#src/screens/orders/timing.ts";
import { renderInside } from "#tests/src/kit/formSite.tsx";

function Form({ faulty = false }: { faulty?: boolean }) {
  const form = useForm({
    defaultValues: { span: { ...shortly, length: "at" } },
    errors: faulty ? { span: { type: "custom", message: "rule.instant" } } : {},
  });
  return (
    <FormProvider {...form}>
      <MaskSpanField fixedStart />
    </FormProvider>
  );
}

describe("how long a mute lasts", () => {
  it("offers a shift and a repair, in rising order", () => {
    renderInside(<Form />, { language: "en" });
    const offered = [...screen.getByRole("combobox").querySelectorAll("option")].map(({ value }) => value);
    expect(offered).toEqual(["1", "2", "4", "8", "12", "24", "72", "168", "at", "open"]);
  });

  it("takes a time of day for the next such time", () => {
    renderInside(<Form />, { language: "en" });
    const field = screen.getByRole<HTMLInputElement>("textbox");
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: "09:15" } });
    fireEvent.blur(field);
    expect(field.value).toMatch(/^\d{4}-\d\d-\d\d 09:15:00$/);
  });

  it.each(languages)("says how a time is written where it is none: %s", (language) => {
    renderInside(<Form faulty />, { language });
    expect(screen.getByRole("alert").textContent).toBe(messages["rule.instant"][language]);
  });

  it("asks for the time that is missing, of a mute and of a command", () => {
    expect(spanFault({ ...shortly, length: "at" }, 0)).toEqual({ of: "endsAt", rule: "rule.instant" });
    expect(spanFault({ ...shortly, later: true }, 0)).toEqual({ of: "startsAt", rule: "rule.instant" });
    expect(timingFault({ timed: true, at: undefined, keep: 0 }, 0)).toBe("rule.instant");
  });
});
