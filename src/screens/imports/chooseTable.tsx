import { Callout, FileInput } from "@blueprintjs/core";
import { type DragEvent, useId, useState } from "react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import { Finder } from "#src/kit/form/finder.tsx";
import { fieldFaultsOf } from "#src/kit/form/saveRefusal.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { companySource, useMayPickCompany } from "#src/screens/company/companySource.ts";
import { useSession } from "#src/session/sessionView.ts";
import { sheetImportCalls } from "#store/handles/sheetImport.ts";
import type { ImportKind } from "./importKind.ts";

/** Whose the records become whose row names no organisation. */
function Company({ chosen, help, onChosen }: { chosen: string; help: string; onChosen(id: string): void }) {
  const intl = useIntl();
  const id = useId();
  const shown = companySource.useName(chosen);
  const label = intl.formatMessage({ id: "import.company" });
  return (
    <div className="gh-field">
      <label className="gh-field-label" htmlFor={id}>
        {label}
      </label>
      <Finder id={id} label={label} useFound={companySource.useFound} shown={shown} onPick={(choice) => onChosen(choice.id)} />
      <div className="gh-field-help">{intl.formatMessage({ id: help })}</div>
    </div>
  );
}

/** Asks for a file and has it judged; what is wrong with it as a whole is told below it. */
export function ChooseTable({ kind, onUploaded }: { kind: ImportKind; onUploaded(id: string): void }) {
  const intl = useIntl();
  const toasts = useToasts();
  const { me } = useSession();
  const mayPick = useMayPickCompany();
  const [companyId, setCompanyId] = useState(me.companyId);
  const [upload, { isLoading }] = sheetImportCalls.upload.useMutation();
  const [chosen, setChosen] = useState("");
  const [fault, setFault] = useState("");
  const [over, setOver] = useState(false);
  const id = useId();
  const say = (name: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `import.${name}` }, values);
  const language = languageOf(intl);
  const mark = language === "zh" ? "、" : ", ";
  const named = (required: boolean) =>
    kind.columns.filter((column) => column.required === required).map(({ headings }) => headings[language]);
  const send = async (file: File) => {
    setChosen(file.name);
    setFault("");
    if (file.size > limits.upload.sheetBytes) return setFault(intl.formatMessage({ id: "rule.sheetSize" }));
    const { data, error } = await upload({ kind: kind.name, companyId, file });
    if (data) {
      onUploaded(data.id);
      return toasts.success("feedback.uploaded");
    }
    const refusal = asRefusal(error);
    setFault(fieldFaultsOf(refusal)[0]?.message ?? refusalText(refusal, intl)?.text ?? refusal.message);
  };
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file && !isLoading) void send(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div className="gh-import-choose">
      {mayPick && <Company chosen={companyId} help={`import.companyHelp.${kind.name}`} onChosen={setCompanyId} />}
      <section
        className={over ? "gh-import-drop gh-import-over" : "gh-import-drop"}
        aria-label={say("file")}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <label className="gh-field-label" htmlFor={id}>
          {say("file")}
        </label>
        <FileInput
          fill
          text={<ForeignText text={chosen || say("choose")} />}
          buttonText={say(isLoading ? "reading" : "browse")}
          disabled={isLoading}
          inputProps={{ id, accept: kind.accept }}
          onInputChange={(event) => {
            take(event.currentTarget.files);
            event.currentTarget.value = "";
          }}
        />
        <div className="gh-field-help">{say(`help.${kind.name}`, { rows: limits.sheet.rows })}</div>
        <div role="alert">
          {fault !== "" && (
            <Callout compact intent="danger">
              <ForeignText text={fault} />
            </Callout>
          )}
        </div>
      </section>
      <dl className="gh-import-columns">
        <dt>{say("required")}</dt>
        <dd>{named(true).join(mark)}</dd>
        <dt>{say("optional")}</dt>
        <dd>{named(false).join(mark)}</dd>
      </dl>
      <ul className="gh-import-notes">
        {kind.notes.map((note) => (
          <li key={note}>{say(`note.${note}`)}</li>
        ))}
      </ul>
    </div>
  );
}
