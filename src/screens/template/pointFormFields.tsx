import { useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { valueTypes } from "#contract/pointValue.ts";
import { NumberField, SelectField, SwitchField, TextField } from "#src/kit/form/fields.tsx";
import { RowsField } from "#src/kit/form/rowsField.tsx";
import { FieldGroup, WholeWidth } from "./fieldGroup.tsx";
import { FormulaFields } from "./formulaFields.tsx";
import { blankEntry } from "./pointFormValues.ts";
import { RegisterFields } from "./registerFields.tsx";
import { useCategories } from "./useCategories.ts";
import { useIconGroups } from "./useIconGroups.ts";
import { useOfferedUnits } from "./useOfferedUnits.ts";

/** Everything that a data point is, in groups. */
export function PointFormFields() {
  const intl = useIntl();
  const say = (id: string) => intl.formatMessage({ id: `dataPoint.${id}` });
  const help = (name: string) => say(`help.${name}`);
  const unit = String(useWatch({ name: "unit" }) ?? "");
  const units = useOfferedUnits();
  const categories = [{ value: null, label: say("option.noCategory") }, ...useCategories()];
  const icons = useIconGroups(say("option.noIcons"));
  const choices = (name: string, values: readonly number[]) => values.map((value) => ({ value, label: say(`option.${name}.${value}`) }));
  return (
    <>
      <FieldGroup title={say("group.identity")}>
        <TextField name="name" />
        <TextField name="nameEn" help={help("nameEn")} />
        <TextField name="address" mono help={help("address")} />
        <SelectField name="categoryId" options={categories} help={help("categoryId")} />
        <NumberField name="sort" help={help("sort")} />
      </FieldGroup>
      <FieldGroup title={say("group.value")}>
        <SelectField name="valueType" options={valueTypes.map((type) => ({ value: type, label: say(`option.valueType.${type}`) }))} />
        <NumberField name="startBit" nullable help={help("startBit")} />
        <NumberField name="endBit" nullable help={help("endBit")} />
        <TextField name="unit" help={help("unit")} offered={units} />
        <NumberField name="decimals" nullable help={help("decimals")} />
        <NumberField name="integerDigits" nullable help={help("integerDigits")} />
        <TextField name="defaultValue" />
        <TextField name="dataSource" help={help("dataSource")} />
        <SelectField name="iconGroupId" options={icons} help={help("iconGroupId")} />
      </FieldGroup>
      <FieldGroup title={say("group.registers")}>
        <RegisterFields />
      </FieldGroup>
      <FieldGroup title={say("group.formula")}>
        <FormulaFields />
      </FieldGroup>
      <FieldGroup title={say("group.range")}>
        <NumberField name="min" unit={unit} nullable help={help("min")} />
        <NumberField name="max" unit={unit} nullable help={help("max")} />
        <SelectField name="storeMode" options={choices("storeMode", [0, 1, 2])} help={help("storeMode")} />
        <SelectField name="auth" options={choices("auth", [0, 1, 2])} help={help("auth")} />
        <SwitchField name="display" help={help("display")} />
        <SwitchField name="writable" help={help("writable")} />
        <WholeWidth>
          <div className="gh-enumeration">
            <RowsField name="enumeration" blank={blankEntry} most={limits.point.enumeration} help={help("enumeration")}>
              {(prefix) => (
                <>
                  <NumberField name={`${prefix}.value`} />
                  <TextField name={`${prefix}.label`} />
                  <TextField name={`${prefix}.labelEn`} />
                </>
              )}
            </RowsField>
          </div>
        </WholeWidth>
      </FieldGroup>
    </>
  );
}
