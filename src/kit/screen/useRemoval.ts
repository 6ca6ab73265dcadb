import { useCallback } from "react";
import { useIntl } from "react-intl";
import type { z } from "zod";
import { useConfirm } from "#src/kit/feedback/feedback.ts";
import type { ScreenDefinition, ScreenTools } from "./screenDefinition.ts";

const namedInQuestion = 5;

/** Asks, naming the records and what goes with them, then removes them; true when they are gone. */
export const useRemoval = <Row, S extends z.ZodObject>({ id, rowName, remove }: ScreenDefinition<Row, S>, tools: ScreenTools<Row>) => {
  const intl = useIntl();
  const confirm = useConfirm();
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
      if (!remove?.one || !(await confirm({ kind: "delete", detail: detail([row]) }))) return false;
      return await tools.send(remove.one, row, "feedback.deleted");
    },
    async many(rows: readonly Row[]): Promise<boolean> {
      if (!remove?.many || rows.length === 0) return false;
      const typed = rows.length > 1 ? { typed: String(rows.length) } : {};
      if (!(await confirm({ kind: "deleteMany", detail: detail(rows), ...typed }))) return false;
      return await tools.send(remove.many, rows, "feedback.deleted");
    },
  };
};
