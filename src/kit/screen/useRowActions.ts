import { useEffect, useMemo, useRef } from "react";
import type { z } from "zod";
import type { RowAction } from "#src/kit/table/dataTable.tsx";
import type { ScreenDefinition, ScreenTools } from "./screenDefinition.ts";
import { useAllowed } from "./useAllowed.ts";

/** The actions in a row's last column: the screen's own, then edit and delete, each only for those who may. */
export const useRowActions = <Row, S extends z.ZodObject>(
  { id, form, remove, rowActions }: ScreenDefinition<Row, S>,
  tools: ScreenTools<Row>,
  onRemove: (row: Row) => Promise<void>,
): ((row: Row) => RowAction[]) | undefined => {
  const allowed = useAllowed();
  const removing = useRef(onRemove);
  useEffect(() => {
    removing.current = onRemove;
  });
  return useMemo(() => {
    const own = (rowActions ?? []).filter((action) => !action.call || allowed(action.call, action.view));
    const canEdit = form?.edit !== undefined && allowed(form.edit.call);
    const canRemove = remove?.one !== undefined && allowed(remove.one.call);
    if (own.length === 0 && !canEdit && !canRemove) return undefined;
    const label = (action: string) => tools.intl.formatMessage({ id: `${id}.action.${action}` });
    return (row) => [
      ...own
        .filter((action) => action.shown?.(row) ?? true)
        .map(
          (action): RowAction => ({
            id: action.id,
            label: label(action.id),
            icon: action.icon,
            intent: action.intent ?? "none",
            key: action.key,
            disabled: action.disabled?.(row) ?? false,
            run: () => void action.run(row, tools),
          }),
        ),
      ...(canEdit && (form?.editable?.(row) ?? true)
        ? [{ id: "edit", label: label("edit"), icon: "edit" as const, run: () => tools.edit(row) }]
        : []),
      ...(canRemove && (remove?.removable?.(row) ?? true)
        ? [
            {
              id: "remove",
              label: label("remove"),
              icon: "trash" as const,
              intent: "danger" as const,
              run: () => void removing.current(row),
            },
          ]
        : []),
    ];
  }, [id, form, remove, rowActions, tools, allowed]);
};
