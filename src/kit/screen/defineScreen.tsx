import { type ComponentType, createElement } from "react";
import type { z } from "zod";
import type { ScreenDefinition } from "./screenDefinition.ts";
import type { TypedScreen } from "./screenOf.ts";
import { TablePage } from "./tablePage.tsx";

export type Screen<Row, S extends z.ZodObject = z.ZodObject> = ComponentType & { readonly definition: ScreenDefinition<Row, S> };

/** A table page from data, to be called once per module. Its `definition` can be walked, as a test of all messages does. */
export const defineScreen = <Row, Query, S extends z.ZodObject, A extends z.ZodObject>(
  definition: TypedScreen<Row, Query, S, A>,
): Screen<Row, S> => Object.assign(() => createElement(TablePage<Row, S>, { definition }), { definition });
