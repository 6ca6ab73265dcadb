import type { z } from "zod";
import type { ScreenDefinition } from "#src/kit/screen/screenDefinition.ts";

/** Every message id that a table page derives from its definition. */
export const screenMessageIds = <Row, S extends z.ZodObject>(definition: ScreenDefinition<Row, S>): string[] => {
  const { id, columns, search, filters = [], form, remove, actions = [], rowActions = [], bulk = [] } = definition;
  const options = (name: string, values: readonly unknown[] | undefined) => (values ?? []).map((value) => `option.${name}.${value}`);
  const fields = [...(form?.fields ?? []), ...(form?.adding?.fields ?? [])].flatMap((field) => [
    `field.${field.name}`,
    ...(field.help ? [`help.${field.name}`] : []),
    ...("values" in field ? options(field.name, field.values) : []),
  ]);
  return [
    "title",
    "empty",
    ...columns.flatMap(({ id: name, file = [] }) => [`column.${name}`, ...file.map((part) => `column.${part.id}`)]),
    ...(search ? [`filter.${search}`] : []),
    ...filters.flatMap((filter) => [...(filter.label ? [] : [`filter.${filter.id}`]), ...options(filter.id, filter.values)]),
    ...(form?.add ? ["action.add"] : []),
    ...(form?.edit ? ["action.edit"] : []),
    ...(remove?.one ? ["action.remove"] : []),
    ...(remove?.many ? ["action.removeMany"] : []),
    ...((remove?.many && remove.removable) || bulk.some(({ locked }) => locked) ? ["locked"] : []),
    ...[...actions, ...rowActions, ...bulk].map((action) => `action.${action.id}`),
    ...fields,
  ]
    .map((rest) => `${id}.${rest}`)
    .concat(filters.flatMap(({ label }) => label ?? []));
};
