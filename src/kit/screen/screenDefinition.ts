import type { IconName, Intent } from "@blueprintjs/core";
import type { ComponentType, ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { IntlShape } from "react-intl";
import type { z } from "zod";
import type { FileFormat } from "#contract/fileFormat.ts";
import type { Call } from "#contract/kit/call.ts";
import type { ConfirmOptions } from "#src/kit/feedback/feedback.ts";
import type { ChoiceSource } from "#src/kit/form/choices.ts";
import type { FieldSpec } from "#src/kit/form/fieldList.tsx";
import type { Option } from "#src/kit/form/fields.tsx";
import type { Loaded } from "#src/kit/form/useRecordForm.ts";
import type { FilePart } from "#src/kit/table/tableColumn.ts";
import type { ListState } from "./listState.ts";
import type { RowsSource, Write } from "./rowsSource.ts";
import type { ShownRows } from "./useRowSteps.ts";

interface ShownColumn<Row> {
  width?: number;
  aside?: boolean;
  least?: number;
  beside?: number;
  align?: "start" | "end";
  mono?: boolean;
  text(row: Row, intl: IntlShape): string;
  /** What a file of the table holds as a number; it holds the text where there is none. */
  number?(row: Row): number | null;
  /** What a file of the table holds as local time with its offset; it holds the text where there is none. */
  instant?(row: Row): string | null;
  /** Columns of a file that stand for this one there, headed `<screen>.column.<id>`. */
  file?: readonly FilePart<Row>[];
  render?(row: Row, intl: IntlShape): ReactNode;
}

/** A column; its heading is the message `<screen>.column.<id>`, and its `id` a field that the call can be sorted by unless it says that it is not. */
export type ColumnSpec<Row, Sort extends string = string> = ShownColumn<Row> &
  ({ id: Sort; sortable?: true } | { id: string; sortable: false });

/** A filter chip, labelled `<screen>.filter.<id>`; choices are labelled `<screen>.option.<id>.<value>`. */
export interface FilterSpec<Id extends string = string> {
  id: Id;
  /** Its message, where it is the same on every screen. */
  label?: string;
  /** Left out for those who may not make this call, unless an address sets it. */
  call?: Call;
  kind: "select" | "boolean" | "text" | "date" | "find";
  /** In the menu of further filters until it is set. */
  aside?: boolean;
  values?: readonly (string | number)[];
  /** Labelled options from somewhere else; a hook, called at every drawing. */
  useOptions?: () => readonly Option[];
  /** Of what is found by its name. */
  source?: ChoiceSource;
}

interface OtherView {
  readonly id: string;
  readonly icon: IconName;
  /** Offered to those who may make it. */
  readonly call: Call;
  /** `total` is that of the list. */
  readonly View: ComponentType<{ state: ListState; total: number | undefined }>;
}

/** What an action may use. */
export interface ScreenTools<Row> {
  intl: IntlShape;
  navigate(to: string): void;
  /** Sends, shows a refusal where there is one, else the message `done`; true when it went well. */
  send<In>(write: Write<In>, input: In, done?: string): Promise<boolean>;
  /** Asks first, and sends while the question stands; true when it was confirmed and went well. */
  sendConfirmed<In>(question: ConfirmOptions, write: Write<In>, input: In, done: string): Promise<boolean>;
  edit(row: Row): void;
  refetch(): Promise<unknown>;
}

interface ActionSpec {
  /** Its word is the message `<screen>.action.<id>`. */
  id: string;
  icon: IconName;
  intent?: Intent;
  /** Hidden from those who may not make this call in this view. */
  call?: Call;
  /** The view that it leads to, where the call is made: hidden from those who may not make it there. */
  view?: string;
}

export interface PageActionSpec<Row> extends ActionSpec {
  primary?: boolean;
  /** Its icon alone, with its word as the button's name, where many stand side by side. */
  iconAlone?: boolean;
  run(tools: ScreenTools<Row>, state: ListState): void | Promise<void>;
}

export interface ExportSpec {
  call: Call;
  run(state: ListState, format: FileFormat): Promise<void>;
}

/** A file besides the table as it is shown, offered beside that. */
export interface OtherExportSpec extends ActionSpec {
  call: Call;
  run(state: ListState): Promise<void>;
}

export interface RowActionSpec<Row> extends ActionSpec {
  /** A letter that runs it for the row under the cursor, where no row is ticked. */
  key?: string;
  shown?(row: Row): boolean;
  disabled?(row: Row): boolean;
  run(row: Row, tools: ScreenTools<Row>): void | Promise<void>;
}

/** A whole filter that is to be changed: what it is, and how many rows the person was told of. */
export interface Matching {
  readonly filters: ListState["filters"];
  readonly count: number;
}

export interface BulkActionSpec<Row> extends ActionSpec {
  /** A letter that runs it in the table for the rows that are ticked. */
  key?: string;
  /** Changes the whole filter by itself; without it its rows are fetched, as many as may be, and given to `run`. Answers false to keep the selection. */
  all?(matching: Matching, tools: ScreenTools<Row>): boolean | Promise<boolean>;
  /** The rows that it changes, all when left out: it is run with these alone, and where there are none that is said instead. */
  changes?(row: Row): boolean;
  /** Rows that may not be changed are left out as well; why is the message `<screen>.locked`. */
  locked?(row: Row): boolean;
  /** `share`: how many it takes of those that are selected, and why, where it leaves some out. Answers false to keep the rows ticked. */
  run(rows: readonly Row[], tools: ScreenTools<Row>, share: string): boolean | Promise<boolean>;
}

/** How a record is added and edited; labels are `<screen>.field.<name>`. */
export interface FormSpec<Row, S extends z.ZodObject, Field extends string = string, Added extends string = string> {
  schema: S;
  /** Fields as data. */
  fields?: readonly FieldSpec<Field>[];
  /** A component that draws fields below them. */
  Fields?: ComponentType;
  /** Where adding asks for more than editing. */
  adding?: { schema: z.ZodObject; fields?: readonly FieldSpec<Added>[]; Fields?: ComponentType };
  /** Rows that may be edited; all when left out. */
  editable?(row: Row): boolean;
  blank(): FieldValues;
  valuesOf(row: Row): FieldValues;
  versionOf?(row: Row): number;
  /** Where a row of the list does not hold all that is edited. */
  load?(row: Row, tools: ScreenTools<Row>): Promise<Loaded | undefined>;
  /** 720 px instead of 480. */
  wide?: boolean;
  /** Asks 确认提交吗？ before it is sent, and says 提交成功 afterwards. */
  confirm?: boolean;
  /** Called with what the schema for adding gave. */
  add?: Write<never>;
  edit?: Write<{ values: z.output<S>; row: Row; version: number | undefined }>;
}

/** What a screen may name: of the call that its rows come from, and of the schemas of its form. */
export interface ScreenNames {
  filter: string;
  sort: string;
  field: string;
  /** Fields of a form that adds. */
  added: string;
}

export interface ScreenDefinition<Row, S extends z.ZodObject = z.ZodObject, N extends ScreenNames = ScreenNames> {
  /** Prefix of the screen's messages: `.title`, `.empty`, `.column.*`, `.filter.*`, `.action.*`, `.field.*`, `.option.*`. */
  id: string;
  route: string;
  rows: RowsSource<Row>;
  rowKey(row: Row): string;
  /** Names the row in questions and titles, in the reader's language where it has one. */
  rowName(row: Row, intl: IntlShape): string;
  columns: readonly ColumnSpec<Row, N["sort"]>[];
  /** The filter that the search box sets. */
  search?: N["filter"];
  filters?: readonly FilterSpec<N["filter"]>[];
  pageSize?: number;
  sort?: ListState<N["sort"]>["sort"];
  form?: FormSpec<Row, S, N["field"], N["added"]>;
  /** What goes with a deleted row is the message `<screen>.deleteDetail`, where there is one, unless `goesWith` says it. */
  remove?: {
    goesWith?(rows: readonly Row[], intl: IntlShape): string;
    one?: Write<Row>;
    many?: Write<readonly Row[]>;
    /** Deletes a whole filter behind the answer; `done` is the message that it has begun. */
    all?: { write: Write<Matching>; done: string };
    /** Rows that may be deleted; all when left out. Why others may not is the message `<screen>.locked`, where many can be deleted. */
    removable?(row: Row): boolean;
  };
  /** The address that a row opens; without it a row opens its form. */
  address?(row: Row): string;
  /** The call that the view of `address` is opened for, where that is another view: rows of who may not make it there lead nowhere. */
  leads?: { call: Call; view: string };
  actions?: readonly PageActionSpec<Row>[];
  /** The call that makes a file of what the filters leave; every other table makes its own. */
  exports?: ExportSpec;
  /** Rows can be given another place while they stand in the order of `field`: by keys, and by what `MoveGrip` draws in its column. */
  moves?: { field: N["sort"]; place(row: Row): number; write: Write<{ row: Row; place: number }> };
  otherExports?: readonly OtherExportSpec[];
  rowActions?: readonly RowActionSpec<Row>[];
  bulk?: readonly BulkActionSpec<Row>[];
  /** Drawn between the bar and the table: a map, figures. */
  Above?: ComponentType<{ rows: readonly Row[]; state: ListState }>;
  /** Another view of what the filters leave, instead of the table: `view` in the address names it, and its message is `<screen>.view.<id>`. */
  other?: OtherView;
  /** Drawn beside the table: the drawer of the row that the address names. */
  beside?(shown: ShownRows<Row>): ReactNode;
}
