import { useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { z } from "zod";
import { DateField, SelectField } from "#src/kit/form/fields.tsx";
import { monthsOffered } from "./renewal.ts";

/** For how long, or up to which day. */
export const renewFields = z
  .object({ period: z.string(), to: z.union([z.literal(""), z.iso.date("rule.date")]) })
  .refine(({ period, to }) => period !== "to" || to !== "", { error: "rule.required", path: ["to"] });

export function RenewFields() {
  const intl = useIntl();
  const period: unknown = useWatch({ name: "period" });
  const options = [
    ...monthsOffered.map((months) => ({
      value: String(months),
      label:
        months % 12 === 0
          ? intl.formatMessage({ id: "renew.years" }, { count: months / 12 })
          : intl.formatMessage({ id: "renew.months" }, { count: months }),
    })),
    { value: "to", label: intl.formatMessage({ id: "renew.to" }) },
  ];
  return (
    <>
      <SelectField name="period" options={options} help={intl.formatMessage({ id: "renew.help.period" })} />
      {period === "to" && <DateField name="to" required />}
    </>
  );
}
