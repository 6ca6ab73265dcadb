import { useIntl } from "react-intl";
import { codings, orders, registerTypes } from "#contract/point/registers.ts";
import { NumberField, SelectField } from "#src/kit/form/fields.tsx";

/** Where and how a Modbus slave keeps the value of a data point. */
export function RegisterFields() {
  const intl = useIntl();
  const say = (id: string) => intl.formatMessage({ id: `dataPoint.${id}` });
  const labelled = (name: string, values: readonly string[]) => values.map((value) => ({ value, label: say(`option.${name}.${value}`) }));
  return (
    <>
      <SelectField
        name="registerType"
        options={[{ value: null, label: say("option.registerType.none") }, ...labelled("registerType", registerTypes)]}
        help={say("help.registerType")}
      />
      <SelectField name="byteOrder" options={labelled("byteOrder", orders)} />
      <SelectField name="wordOrder" options={labelled("wordOrder", orders)} help={say("help.wordOrder")} />
      <SelectField name="coding" options={labelled("coding", codings)} />
      <NumberField name="registers" nullable help={say("help.registers")} />
      <NumberField name="pollSeconds" unit="s" nullable help={say("help.pollSeconds")} />
    </>
  );
}
