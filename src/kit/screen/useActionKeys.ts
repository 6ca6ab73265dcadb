import { type RefObject, useMemo } from "react";
import type { z } from "zod";
import { type Hotkey, useHotkeys } from "#src/kit/keys/hotkeys.ts";
import type { ScreenDefinition } from "./screenDefinition.ts";
import { useAllowed } from "./useAllowed.ts";
import type { BulkAction } from "./useBulkActions.ts";

interface ActionKeys<Row, S extends z.ZodObject> {
  definition: ScreenDefinition<Row, S>;
  bulk: readonly BulkAction<Row>[];
  /** Runs one for the rows that are ticked; undefined while there are none. */
  runBulk: ((action: BulkAction<Row>) => void) | undefined;
  page: RefObject<Element | null>;
}

/** The letters of a table's actions: those of one row, which the grid answers itself, and those of the rows that are ticked. */
export const useActionKeys = <Row, S extends z.ZodObject>({ definition, bulk, runBulk, page }: ActionKeys<Row, S>): void => {
  const { id, rowActions } = definition;
  const allowed = useAllowed();
  const hotkeys = useMemo((): Hotkey[] => {
    const part = () => page.current?.querySelector("[role=grid]") ?? null;
    const listed = (combo: string, action: string): Hotkey => ({ combo, label: `${id}.action.${action}`, group: "table.hotkeys", part });
    const own = (rowActions ?? []).filter(({ key, call, view }) => key !== undefined && (!call || allowed(call, view)));
    return [
      ...own.map((action) => listed(action.key ?? "", action.id)),
      ...bulk.flatMap((action) => (action.key === undefined ? [] : [{ ...listed(action.key, action.id), run: () => runBulk?.(action) }])),
    ];
  }, [id, rowActions, bulk, runBulk, page, allowed]);
  useHotkeys(hotkeys);
};
