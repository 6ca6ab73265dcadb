import { useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { type BoundElement, isBound, type PanelElement, showsPoint } from "#contract/panelLayout.ts";
import type { PanelCommandRow } from "#contract/resources/deviceTemplateUiCmd.ts";
import { NumberField, SelectField, SwitchField, TextAreaField, TextField } from "#src/kit/form/fields.tsx";
import { PictureField } from "#src/kit/form/pictureField.tsx";
import { RowsField } from "#src/kit/form/rowsField.tsx";
import { pointName } from "#src/kit/value/pointText.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { slaveOptions, type TemplateSlave, useSlavePoints } from "./templateSlaves.ts";

function BoundFields({ prefix, element, slaves }: { prefix: string; element: BoundElement; slaves: readonly TemplateSlave[] }) {
  const intl = useIntl();
  const language = languageOf(intl);
  const slave: unknown = useWatch({ name: `${prefix}.slave` });
  const points = useSlavePoints(slaves, slave).filter((point) => showsPoint(element.kind, point));
  return (
    <>
      <SelectField name={`${prefix}.slave`} options={slaveOptions(slaves)} />
      <SelectField
        name={`${prefix}.pointId`}
        options={points.map((point) => ({ value: point.id, label: `${pointName(point, language)} (${point.address})` }))}
      />
      <TextField name={`${prefix}.title`} help={intl.formatMessage({ id: "panelEditor.help.title" })} />
      {element.kind === "gauge" && (
        <>
          <NumberField name={`${prefix}.min`} nullable help={intl.formatMessage({ id: "panelEditor.help.ends" })} />
          <NumberField name={`${prefix}.max`} nullable />
        </>
      )}
      {element.kind === "state" && (
        <RowsField
          name={`${prefix}.texts`}
          blank={() => ({ value: "", text: "" })}
          most={limits.panel.texts}
          help={intl.formatMessage({ id: "panelEditor.help.texts" })}
        >
          {(row) => (
            <>
              <TextField name={`${row}.value`} />
              <TextField name={`${row}.text`} />
            </>
          )}
        </RowsField>
      )}
    </>
  );
}

interface ElementFieldsProps {
  place: number;
  element: PanelElement;
  slaves: readonly TemplateSlave[];
  commands: readonly PanelCommandRow[];
}

/** What the chosen element shows, and where it stands. */
export function ElementFields({ place, element, slaves, commands }: ElementFieldsProps) {
  const intl = useIntl();
  const prefix = `elements.${place}`;
  return (
    <>
      {isBound(element) && <BoundFields prefix={prefix} element={element} slaves={slaves} />}
      {element.kind === "button" && (
        <SelectField
          name={`${prefix}.commandId`}
          options={commands.map(({ id, name }) => ({ value: id, label: name }))}
          help={intl.formatMessage({ id: commands.length === 0 ? "panelEditor.help.noCommands" : "panelEditor.help.commandId" })}
        />
      )}
      {element.kind === "text" && (
        <>
          <TextAreaField name={`${prefix}.text`} lines={3} />
          <SwitchField name={`${prefix}.large`} />
        </>
      )}
      {element.kind === "image" && <PictureField name={`${prefix}.picture`} kind="picture" />}
      <div className="gh-panel-area">
        <NumberField name={`${prefix}.x`} />
        <NumberField name={`${prefix}.y`} />
        <NumberField name={`${prefix}.w`} />
        <NumberField name={`${prefix}.h`} />
      </div>
    </>
  );
}
