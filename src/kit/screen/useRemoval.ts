import { useCallback } from "react";
import { useIntl } from "react-intl";
import type { z } from "zod";
import type { ScreenDefinition, ScreenTools } from "./screenDefinition.ts";

const namedInQuestion = 5;

/** Asks, naming the records and what goes with them, then removes them; true when they are gone. */
export const useRemoval = <Row, S extends z.ZodObject>({ id, rowName, remove }: ScreenDefinition<Row, S>, tools: ScreenTools<Row>) => {
  const intl = useIntl();
  const detail = useCallback(
    (rows: readonly Row[]): string => {
      const names = intl.formatList(
        rows.slice(0, namedInQuestion).map((row) => rowName(row, intl)),
        { type: "unit" },
      );
      const counted = rows.length === 1 ? names : intl.formatMessage({ id: "screen.delete.names" }, { count: rows.length, names });
      const goesWith = `${id}.deleteDetail`;
      return intl.messages[goesWith] === undefined
        ? counted
        : `${counted}\n${intl.formatMessage({ id: goesWith }, { count: rows.length })}`;
    },
    [id, intl, rowName],
  );
  return {
    async one(row: Row): Promise<boolean> {
      if (!remove?.one) return false;
      return await tools.sendConfirmed({ kind: "delete", detail: detail([row]) }, remove.one, row, "feedback.deleted");
    },
    async many(rows: readonly Row[]): Promise<boolean> {
      if (!remove?.many || rows.length === 0) return false;
      const typed = rows.length > 1 ? { typed: String(rows.length) } : {};
      return await tools.sendConfirmed({ kind: "deleteMany", detail: detail(rows), ...typed }, remove.many, rows, "feedback.deleted");
    },
  };
};
