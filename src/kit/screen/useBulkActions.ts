import { useMemo } from "react";
import type { z } from "zod";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import type { BulkActionSpec, Matching, ScreenDefinition, ScreenTools } from "./screenDefinition.ts";
import { takenRows } from "./takenRows.ts";
import { useAllowed } from "./useAllowed.ts";

export type BulkAction<Row> = Omit<BulkActionSpec<Row>, "run" | "all"> & {
  run(covered: readonly Row[]): Promise<boolean>;
  all?: ((matching: Matching) => Promise<boolean>) | undefined;
};

interface Removal<Row> {
  many(rows: readonly Row[]): Promise<boolean>;
  all?: ((matching: Matching) => Promise<boolean>) | undefined;
}

/** What can be done with the ticked rows: the screen's own actions, then delete, each only for those who may. */
export const useBulkActions = <Row, S extends z.ZodObject>(
  { id, bulk, remove }: ScreenDefinition<Row, S>,
  tools: ScreenTools<Row>,
  { many: removeMany, all: removeAll }: Removal<Row>,
): readonly BulkAction<Row>[] => {
  const allowed = useAllowed();
  const toasts = useToasts();
  return useMemo(
    () => [
      ...(bulk ?? [])
        .filter((action) => !action.call || allowed(action.call, action.view))
        .map((action) => ({
          ...action,
          all: action.all && (async (matching: Matching) => (await action.all?.(matching, tools)) ?? false),
          async run(covered: readonly Row[]) {
            const { rows, why, share } = takenRows(tools.intl, covered, { screen: id, locked: action.locked, changes: action.changes });
            if (rows.length > 0 || covered.length === 0) return action.run(rows, tools, share);
            toasts.warning(tools.intl.formatMessage({ id: "screen.bulk.nothing" }, { why }));
            return false;
          },
        })),
      ...(remove?.many && allowed(remove.many.call)
        ? [{ id: "removeMany", icon: "trash" as const, intent: "danger" as const, run: removeMany, all: removeAll }]
        : []),
    ],
    [id, bulk, remove, tools, allowed, toasts, removeMany, removeAll],
  );
};
