import { IdentifierNode, RawNode } from "kysely";

export const savepointCommand = (command: string, name: string): RawNode =>
  RawNode.createWithChildren([RawNode.createWithSql(`${command} `), IdentifierNode.create(name)]);

export const nextQueryId = (): { readonly queryId: string } => ({ queryId: crypto.randomUUID() });
