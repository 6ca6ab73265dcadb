import { type DatabaseConnection, IdentifierNode, type QueryCompiler, RawNode } from "kysely";

type Compile = QueryCompiler["compileQuery"];

const run = async (connection: DatabaseConnection, command: string, name: string, compile: Compile): Promise<void> => {
  const node = RawNode.createWithChildren([RawNode.createWithSql(`${command} `), IdentifierNode.create(name)]);
  await connection.executeQuery(compile(node, { queryId: crypto.randomUUID() }));
};

/** What drivers of both engines say alike. */
export abstract class Savepoints {
  savepoint(connection: DatabaseConnection, name: string, compile: Compile): Promise<void> {
    return run(connection, "savepoint", name, compile);
  }

  rollbackToSavepoint(connection: DatabaseConnection, name: string, compile: Compile): Promise<void> {
    return run(connection, "rollback to", name, compile);
  }

  releaseSavepoint(connection: DatabaseConnection, name: string, compile: Compile): Promise<void> {
    return run(connection, "release", name, compile);
  }
}
