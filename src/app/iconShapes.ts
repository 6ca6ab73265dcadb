import type { IconName, IconPaths } from "@blueprintjs/icons";

/** What icons are drawn by, by their Blueprint names. */
export type Shapes = Readonly<Partial<Record<IconName, IconPaths>>>;
