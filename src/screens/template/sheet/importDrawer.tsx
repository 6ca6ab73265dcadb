import { Button, Callout, FileInput, Radio, RadioGroup } from "@blueprintjs/core";
import { useId, useState } from "react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { pointTable } from "#contract/pointTable.ts";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import { fieldFaultsOf } from "#src/kit/form/saveRefusal.ts";
import { SideDrawer } from "#src/kit/form/sideDrawer.tsx";
import { useButtonIntent } from "#src/kit/screen/useButtonIntent.ts";
import type { Rows } from "#src/kit/sheet/sheetRows.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import type { PointValues } from "./pointCells.ts";
import { type Base, changesOf } from "./pointChanges.ts";
import { type ImportMode, readPointsJson, withImported } from "./pointFiles.ts";
import { newRow } from "./usePointSheet.ts";

const mostNotes = 20;

interface ImportDrawerProps {
  rows: Rows;
  base: Base;
  cellsOf(point: PointValues): Record<string, string>;
  onTaken(rows: Rows): void;
  onClose(): void;
}

interface ReadFile {
  cells: readonly Readonly<Record<string, string>>[];
  /** What is to be known of it, in words. */
  notes: readonly string[];
}

/** Takes the data points of a file into the sheet, where they are looked through before they are saved. */
export function ImportDrawer({ rows, base, cellsOf, onTaken, onClose }: ImportDrawerProps) {
  const intl = useIntl();
  const language = languageOf(intl);
  const intent = useButtonIntent();
  const id = useId();
  const [upload, { isLoading }] = deviceDataRecipeCalls.read_table.useMutation();
  const [chosen, setChosen] = useState("");
  const [fault, setFault] = useState("");
  const [found, setFound] = useState<ReadFile>();
  const [mode, setMode] = useState<ImportMode>("merge");
  const say = (name: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `pointSheet.import.${name}` }, values);
  const headingOf = (column: string) => pointTable.find((each) => each.id === column)?.headings[language] ?? "";

  const readJson = async (file: File) => {
    const cells = readPointsJson(await file.text(), cellsOf);
    if (!cells) return setFault(say("noPoints"));
    if (cells.length > limits.point.perTemplate) return setFault(say("most", { max: limits.point.perTemplate }));
    setFound({ cells, notes: [] });
  };
  const readTable = async (file: File) => {
    const { data, error } = await upload({ file });
    if (!data) {
      const refusal = asRefusal(error);
      return setFault(fieldFaultsOf(refusal)[0]?.message ?? refusalText(refusal, intl)?.text ?? refusal.message);
    }
    const ofCells = data.rows.flatMap(({ line, notes }) =>
      notes.map(({ column, message }) => say("note", { line, column: headingOf(column) || "–", message })),
    );
    setFound({ cells: data.rows.map(({ cells }) => cells), notes: [...data.notices, ...ofCells] });
  };
  const read = async (file: File) => {
    setChosen(file.name);
    setFault("");
    setFound(undefined);
    if (file.size > limits.upload.sheetBytes) return setFault(intl.formatMessage({ id: "rule.sheetSize" }));
    await (/\.json$/i.test(file.name) ? readJson(file) : readTable(file));
  };
  const next = found && withImported(rows, found.cells, mode, newRow);
  const changes = next && changesOf(base, next);
  return (
    <SideDrawer title={say("title")} outsideCloses={false} onClose={onClose}>
      <div className="gh-form-fields">
        <label className="gh-field-label" htmlFor={id}>
          {say("file")}
        </label>
        <FileInput
          fill
          text={<ForeignText text={chosen || say("choose")} />}
          buttonText={intl.formatMessage({ id: isLoading ? "import.reading" : "import.browse" })}
          disabled={isLoading}
          inputProps={{ id, accept: ".xlsx,.xls,.csv,.json" }}
          onInputChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) void read(file);
            event.currentTarget.value = "";
          }}
        />
        <div className="gh-field-help">{say("help", { max: limits.point.perTemplate })}</div>
        <div role="alert">
          {fault !== "" && (
            <Callout compact intent="danger">
              <ForeignText text={fault} />
            </Callout>
          )}
        </div>
        {found && changes && (
          <>
            <RadioGroup
              label={say("how", { count: found.cells.length })}
              selectedValue={mode}
              onChange={(event) => setMode(event.currentTarget.value === "replace" ? "replace" : "merge")}
            >
              <Radio value="merge" label={say("merge")} />
              <Radio value="replace" label={say("replace")} />
            </RadioGroup>
            <p role="status">
              {say("outcome", { added: changes.added.length, changed: changes.changed.length, removed: changes.removed.length })}
            </p>
            {found.notes.length > 0 && (
              <Callout compact intent="warning" title={say("notes", { count: found.notes.length })}>
                <ul className="gh-sheet-notes">
                  {found.notes.slice(0, mostNotes).map((note) => (
                    <li key={note}>
                      <ForeignText text={note} />
                    </li>
                  ))}
                </ul>
                {found.notes.length > mostNotes && say("moreNotes", { count: found.notes.length - mostNotes })}
              </Callout>
            )}
          </>
        )}
      </div>
      <div className="gh-form-buttons">
        <Button intent={intent} disabled={!next} text={say("take")} onClick={() => next && onTaken(next)} />
        <Button text={intl.formatMessage({ id: "form.close" })} onClick={onClose} />
      </div>
    </SideDrawer>
  );
}
