import { useCallback } from "react";
import { useIntl } from "react-intl";
import type { z } from "zod";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { listText, textLines } from "#src/kit/value/listText.ts";
import type { Matching, ScreenDefinition, ScreenTools } from "./screenDefinition.ts";
import { takenRows } from "./takenRows.ts";

const namedInQuestion = 5;

/** Asks, naming the records and what goes with them, then removes them; true when they are gone. */
export const useRemoval = <Row, S extends z.ZodObject>({ id, rowName, remove }: ScreenDefinition<Row, S>, tools: ScreenTools<Row>) => {
  const intl = useIntl();
  const toasts = useToasts();
  const detail = useCallback(
    (rows: readonly Row[], share = ""): string => {
      const count = rows.length;
      const names = listText(
        intl,
        rows.slice(0, namedInQuestion).map((row) => rowName(row, intl)),
      );
      const counted = count === 1 ? names : intl.formatMessage({ id: "screen.delete.names" }, { count, names });
      const goesWith = `${id}.deleteDetail`;
      const said = intl.messages[goesWith] === undefined ? "" : intl.formatMessage({ id: goesWith }, { count });
      const more = remove?.goesWith?.(rows, intl) ?? said;
      return textLines(share, counted, more);
    },
    [id, intl, rowName, remove],
  );
  const all = useCallback(
    async (matching: Matching): Promise<boolean> => {
      if (!remove?.all) return false;
      const { count } = matching;
      const goesWith = `${id}.deleteDetail`;
      const said = intl.messages[goesWith] === undefined ? "" : intl.formatMessage({ id: goesWith }, { count });
      const detail = textLines(intl.formatMessage({ id: "screen.delete.matching" }, { count }), said);
      const { write, done } = remove.all;
      return await tools.sendConfirmed({ kind: "deleteMany", detail, typed: String(count) }, write, matching, done);
    },
    [id, intl, remove, tools],
  );
  return {
    all: remove?.all ? all : undefined,
    async one(row: Row): Promise<boolean> {
      if (!remove?.one) return false;
      return await tools.sendConfirmed({ kind: "delete", detail: detail([row]) }, remove.one, row, "feedback.deleted");
    },
    async many(selected: readonly Row[]): Promise<boolean> {
      if (!remove?.many || selected.length === 0) return false;
      const { removable = () => true } = remove;
      const { rows, why, share } = takenRows(intl, selected, { screen: id, locked: (row) => !removable(row) });
      if (rows.length === 0) {
        toasts.warning(intl.formatMessage({ id: "screen.delete.nothing" }, { why }));
        return false;
      }
      const typed = rows.length > 1 ? { typed: String(rows.length) } : {};
      return await tools.sendConfirmed(
        { kind: "deleteMany", detail: detail(rows, share), ...typed },
        remove.many,
        rows,
        "feedback.deleted",
      );
    },
  };
};
