import { useMemo } from "react";
import type { z } from "zod";
import type { BulkActionSpec, ScreenDefinition, ScreenTools } from "./screenDefinition.ts";
import { useAllowed } from "./useAllowed.ts";

export type BulkAction<Row> = Omit<BulkActionSpec<Row>, "run"> & { run(covered: readonly Row[]): Promise<boolean> };

/** What can be done with the ticked rows: the screen's own actions, then delete, each only for those who may. */
export const useBulkActions = <Row, S extends z.ZodObject>(
  { bulk, remove }: ScreenDefinition<Row, S>,
  tools: ScreenTools<Row>,
  removeMany: (rows: readonly Row[]) => Promise<boolean>,
): readonly BulkAction<Row>[] => {
  const allowed = useAllowed();
  return useMemo(
    () => [
      ...(bulk ?? [])
        .filter((action) => !action.call || allowed(action.call, action.view))
        .map((action) => ({ ...action, run: async (covered: readonly Row[]) => action.run(covered, tools) })),
      ...(remove?.many && allowed(remove.many.call)
        ? [{ id: "removeMany", icon: "trash" as const, intent: "danger" as const, run: removeMany }]
        : []),
    ],
    [bulk, remove, tools, allowed, removeMany],
  );
};
