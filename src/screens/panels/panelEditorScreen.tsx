import { Button } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import { panelElements } from "#contract/panelLayout.ts";
import { type PanelWhole, panelEdit } from "#contract/resources/deviceTemplateUi.ts";
import { NumberField, SwitchField, TextField } from "#src/kit/form/fields.tsx";
import { FormPage } from "#src/kit/form/formDrawer.tsx";
import { OpenedRecord } from "#src/kit/form/openedRecord.tsx";
import type { Loaded } from "#src/kit/form/useRecordForm.ts";
import { NoPermission, PageState } from "#src/kit/screen/pageStates.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useViewLocation, useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { deviceTemplateUiCalls } from "#store/handles/deviceTemplateUi.ts";
import { LayoutField } from "./layoutField.tsx";
import { panelsView } from "./panelAddress.ts";
import "#src/kit/screen/screen.css";
import "./panels.css";

const schema = panelEdit.extend({ elements: panelElements });

const valuesOf = ({ name, enabled, sort, elements }: PanelWhole) => ({ name, enabled, sort, elements });

interface EditorProps {
  panel: PanelWhole;
  reload(valuesOf: (row: PanelWhole) => Loaded["values"]): Promise<Loaded | undefined>;
}

function Editor({ panel, reload }: EditorProps) {
  const intl = useIntl();
  const navigate = useViewNavigate();
  const [put] = deviceTemplateUiCalls.put.useMutation();
  const [initial] = useState(() => valuesOf(panel));
  const { id, name } = panel;
  useViewSubject(name);
  return (
    <FormPage
      id="panelEditor"
      draft={`panelEditor:${id}`}
      title={intl.formatMessage({ id: "panelEditor.title.of" }, { name })}
      schema={schema}
      initial={initial}
      version={panel.version}
      save={async (values, version = panel.version) => await put({ ...values, id, version })}
      reload={() => reload(valuesOf)}
      saved="feedback.edited"
      onSaved={() => navigate(panelsView)}
      onClose={() => navigate(panelsView)}
    >
      <div className="gh-panel-settings">
        <TextField name="name" />
        <NumberField name="sort" />
        <SwitchField name="enabled" />
      </div>
      <LayoutField panel={panel} />
    </FormPage>
  );
}

function NoPanel() {
  const intl = useIntl();
  const navigate = useViewNavigate();
  return (
    <PageState whole icon="search" text={intl.formatMessage({ id: "panelEditor.noPanel" })}>
      <Button text={intl.formatMessage({ id: "panelEditor.panels" })} onClick={() => navigate(panelsView)} />
    </PageState>
  );
}

/** The layout of the panel that the address names. */
export function PanelEditorScreen() {
  const intl = useIntl();
  const { search } = useViewLocation();
  const allowed = useAllowed();
  const id = search.get("id") ?? "";
  if (!allowed(deviceTemplateUiCalls.put.call)) return <NoPermission />;
  if (id === "") return <NoPanel />;
  return (
    <OpenedRecord key={id} id={id} read={deviceTemplateUiCalls.get} waiting={intl.formatMessage({ id: "panelEditor.loading" })}>
      {(panel, reload) => <Editor panel={panel} reload={reload} />}
    </OpenedRecord>
  );
}
