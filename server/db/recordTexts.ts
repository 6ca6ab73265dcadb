import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";
import { lineFeed } from "./engine.ts";

/** The texts of an alarm record that are searched, folded. An index is made of this very expression. */
export const recordTexts = (db: QueryExecutorProvider): RawBuilder<string> => {
  const line = lineFeed(db);
  return sql<string>`lower(content || ${line} || content_en || ${line} || rule_name)`;
};
