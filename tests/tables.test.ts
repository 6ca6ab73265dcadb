import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";

// TypeScript 7 has no interface for programs.
const ts = createRequire(import.meta.url)("typescript-5") as typeof import("typescript-5");
type Node = import("typescript-5").Node;
type Call = import("typescript-5").CallExpression;

const plain = (node: Node): Node =>
  ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node) ? plain(node.expression) : node;

/** The most columns that a row of the table has; undefined where the rows are made elsewhere. */
const columnsOf = (table: Node): number | undefined => {
  const rows = plain(table);
  if (!ts.isArrayLiteralExpression(rows)) return undefined;
  const lists = rows.elements.map(plain).filter(ts.isArrayLiteralExpression);
  return lists.length === rows.elements.length && lists.length > 0 ? Math.max(...lists.map(({ elements }) => elements.length)) : undefined;
};

/** Of `it.each(table)(name, test)`: how many columns the table has beyond what the test takes. */
const untaken = (call: Call): number => {
  const { expression: each, arguments: given } = call;
  if (!ts.isCallExpression(each) || !ts.isPropertyAccessExpression(each.expression) || each.expression.name.text !== "each") return 0;
  const columns = each.arguments[0] && columnsOf(each.arguments[0]);
  const test = given.map(plain).find((argument) => ts.isArrowFunction(argument) || ts.isFunctionExpression(argument));
  if (columns === undefined || !test || test.parameters.some(({ dotDotDotToken }) => dotDotDotToken)) return 0;
  return Math.max(0, columns - test.parameters.length);
};

const left = (file: string, text = readFileSync(file, "utf8")): string[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const look = (node: Node): void => {
    const count = ts.isCallExpression(node) ? untaken(node) : 0;
    if (count > 0) found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} leaves ${count}`);
    node.forEachChild(look);
  };
  look(source);
  return found;
};

it("every column of a table of tests is taken by the test, so that what it expects is compared", () => {
  expect(left("a", 'it.each([["x", 1, "expected"]])("%s", (field, value) => {});')).toEqual(["a:1 leaves 1"]);
  expect(left("a", 'it.each([["x", 1]] as const)("%s", (field, value) => {});')).toEqual([]);
  expect(globSync("tests/**/*.test.{ts,tsx}").flatMap((file) => left(file))).toEqual([]);
}, 120_000);
