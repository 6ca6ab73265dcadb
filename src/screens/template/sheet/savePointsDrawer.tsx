import { Button, Callout } from "@blueprintjs/core";
import { useMemo } from "react";
import { useIntl } from "react-intl";
import { pointTable } from "#contract/pointTable.ts";
import type { PointUse } from "#contract/resources/deviceDataRecipe.ts";
import { SideDrawer } from "#src/kit/form/sideDrawer.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useButtonIntent } from "#src/kit/screen/useButtonIntent.ts";
import { cellText, type SheetRow } from "#src/kit/sheet/sheetRows.ts";
import { type Column, DataTable } from "#src/kit/table/dataTable.tsx";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import type { SheetChanges } from "./pointChanges.ts";

/** Of the devices that use the template, so many are named. */
const named = 50;

interface DiffRow {
  key: string;
  kind: "added" | "changed" | "removed";
  point: string;
  column: string;
  before: string;
  after: string;
  use: PointUse["points"][number] | undefined;
}

export interface SaveTrouble {
  /** What was refused, in words. */
  text: string;
  /** Somebody else saved meanwhile: what they saved can be taken over. */
  conflict: boolean;
}

interface SavePointsDrawerProps {
  recipeId: string;
  changes: SheetChanges;
  saving: boolean;
  trouble: SaveTrouble | undefined;
  onSave(): void;
  /** Takes over what somebody else saved. */
  onRebase(): void;
  onClose(): void;
}

const nameOf = (row: SheetRow): string => `${cellText(row, "name") || "–"} (${cellText(row, "address") || "–"})`;

/** What differs, row by row. */
const diffOf = (changes: SheetChanges, use: PointUse | undefined, language: "zh" | "en"): DiffRow[] => {
  const uses = new Map(use?.points.map((point) => [point.pointId, point]));
  const heading = (id: string) => pointTable.find((column) => column.id === id)?.headings[language] ?? id;
  const whole = (kind: "added" | "removed", row: SheetRow): DiffRow => ({
    ...{ key: row.key, kind, point: nameOf(row), column: "", before: "", after: "", use: uses.get(row.key) },
  });
  return [
    ...changes.removed.map((row) => whole("removed", row)),
    ...changes.changed.flatMap(({ row, before, columns }) =>
      columns.map(
        (id): DiffRow => ({
          ...{ key: `${row.key} ${id}`, kind: "changed", point: nameOf(before), column: heading(id), use: uses.get(row.key) },
          ...{ before: cellText(before, id), after: cellText(row, id) },
        }),
      ),
    ),
    ...changes.added.map((row) => whole("added", row)),
  ];
};

/** Shows what would be saved and what it touches, and saves it. */
export function SavePointsDrawer({ recipeId, changes, saving, trouble, onSave, onRebase, onClose }: SavePointsDrawerProps) {
  const intl = useIntl();
  const language = languageOf(intl);
  const intent = useButtonIntent();
  const { data: use } = deviceDataRecipeCalls.use.useQuery({ id: recipeId }, { refetchOnMountOrArgChange: true });
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `pointSheet.save.${id}` }, values);
  const rows = useMemo(() => diffOf(changes, use, language), [changes, use, language]);
  const columns = useMemo(() => {
    const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `pointSheet.save.${id}` }, values);
    const column = (id: string, width: number, text: (row: DiffRow) => string): Column<DiffRow> => ({
      ...{ id, width, text, label: say(`column.${id}`) },
    });
    return [
      column("kind", 80, ({ kind }) => say(`kind.${kind}`)),
      column("point", 190, ({ point }) => point),
      column("column", 120, (row) => row.column || "–"),
      column("before", 130, (row) => row.before || "–"),
      column("after", 130, (row) => row.after || "–"),
      column("use", 180, ({ use: of, kind }) =>
        of && kind !== "added"
          ? say("use", { rules: of.rules, ruleTemplates: of.ruleTemplates, commands: of.commands, parameters: of.parameters })
          : "–",
      ),
    ];
  }, [intl]);
  return (
    <SideDrawer title={say("title")} size={960} outsideCloses={false} onClose={onClose}>
      <div className="gh-form-fields gh-sheet-save">
        <p>
          {say("outcome", { added: changes.added.length, changed: changes.changed.length, removed: changes.removed.length })}
          {changes.moved && ` · ${say("moved")}`}
        </p>
        {use && use.devices > 0 && <UsingDevices recipeId={recipeId} count={use.devices} />}
        <div role="alert">
          {trouble && (
            <Callout compact intent="danger">
              <ForeignText text={trouble.text} />
              {trouble.conflict && (
                <div>
                  <p>{say("conflict")}</p>
                  <Button size="small" icon="exchange" text={say("rebase")} onClick={onRebase} />
                </div>
              )}
            </Callout>
          )}
        </div>
        {rows.length > 0 && (
          <div className="gh-sheet-diff">
            <DataTable label={say("differences")} columns={columns} rows={rows} rowKey={({ key }) => key} />
          </div>
        )}
      </div>
      <div className="gh-form-buttons">
        <Button intent={intent} loading={saving} text={intl.formatMessage({ id: "form.save" })} onClick={onSave} />
        <Button text={intl.formatMessage({ id: "form.conflict.keep" })} onClick={onClose} />
      </div>
    </SideDrawer>
  );
}

/** Which devices the change reaches. */
function UsingDevices({ recipeId, count }: { recipeId: string; count: number }) {
  const intl = useIntl();
  const allowed = useAllowed();
  const call = deviceCalls.list_recipe_slave_sn;
  const { data } = call.useQuery(
    { recipeId, pageSize: named, sortField: "deviceName" },
    { skip: !allowed(call.call), refetchOnMountOrArgChange: true },
  );
  const names = [...new Set(data?.list.map(({ deviceName, sn }) => `${deviceName} (${sn})`))];
  const text = intl.formatMessage({ id: "pointSheet.save.devices" }, { count });
  if (names.length === 0) return <Callout compact>{text}</Callout>;
  return (
    <Callout compact>
      <details>
        <summary>{text}</summary>
        <ul className="gh-sheet-notes">
          {names.map((name) => (
            <li key={name}>
              <ForeignText text={name} />
            </li>
          ))}
        </ul>
        {data && data.total > data.list.length && intl.formatMessage({ id: "pointSheet.save.moreDevices" })}
      </details>
    </Callout>
  );
}
