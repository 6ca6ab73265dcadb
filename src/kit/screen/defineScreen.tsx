import { type ComponentType, createElement } from "react";
import type { z } from "zod";
import type { ScreenDefinition } from "./screenDefinition.ts";
import { TablePage } from "./tablePage.tsx";
import type { TypedScreen } from "./typedScreen.ts";

export type Screen<Row, S extends z.ZodObject = z.ZodObject> = ComponentType & { readonly definition: ScreenDefinition<Row, S> };

/** A table page from data, to be called once per module. Its `definition` can be walked, as a test of all messages does. */
export const defineScreen = <Row, Query, S extends z.ZodObject, A extends z.ZodObject>(
  definition: TypedScreen<Row, Query, S, A>,
): Screen<Row, S> => Object.assign(() => createElement(TablePage<Row, S>, { definition }), { definition });

/** The definition of a screen that is made by a function, with its names checked. */
export const screenOf = <Row, Query, S extends z.ZodObject, A extends z.ZodObject>(
  definition: TypedScreen<Row, Query, S, A>,
): ScreenDefinition<Row, S> => definition;
