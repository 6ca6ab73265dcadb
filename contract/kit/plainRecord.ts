import { z } from "zod";
import { type Call, type Noun, type Resource, resource, type Words } from "#contract/kit/call.ts";
import { companyFilter, type ListOf } from "#contract/kit/page.ts";
import { recordCalls, recordRow, sharedRow } from "#contract/kit/record.ts";
import { filterText } from "#contract/kit/text.ts";

/** A field of a plain record: what is typed, by which control, what rows tell of it, and what it is called. */
export interface PlainField<Typed extends z.ZodType = z.ZodType, Told extends z.ZodType = z.ZodType> {
  readonly control: "text" | "textarea" | "number";
  readonly typed: Typed;
  readonly told: Told;
  readonly words: Words;
}

/** What many records have. */
export const fieldWords = {
  name: { zh: "名称", en: "Name" },
  remark: { zh: "备注", en: "Remark" },
} as const satisfies Readonly<Record<string, Words>>;

export const lineField = <Typed extends z.ZodType<string>>(typed: Typed, words: Words) => ({
  ...{ control: "text" as const, told: z.string() },
  ...{ typed, words },
});

/** Several lines. */
export const linesField = <Typed extends z.ZodType<string>>(typed: Typed, words: Words) => ({
  ...{ control: "textarea" as const, told: z.string() },
  ...{ typed, words },
});

export const numberField = <Typed extends z.ZodType<number>>(typed: Typed, words: Words) => ({
  ...{ control: "number" as const, told: z.number() },
  ...{ typed, words },
});

type Fields = Readonly<Record<string, PlainField>> & { readonly name: PlainField };
type TypedOf<F extends Fields> = { [K in keyof F]: F[K]["typed"] };
type ToldOf<F extends Fields> = { [K in keyof F]: F[K]["told"] };

/** What has to be known of a plain record beside its calls. */
export interface PlainFacts<F extends Fields = Fields, Reach extends string = string> {
  /** `own`: of one user. `shared`: of an organisation, seen and used below it, changed by it and those above. */
  readonly reach: Reach;
  readonly fields: F;
  /** What is typed of one. */
  readonly schema: z.ZodObject;
  readonly searched: readonly string[];
  /** What its list can be sorted by; the first of them when nobody asks. */
  readonly sortable: readonly string[];
  /** What rows count of other tables. */
  readonly counts: Readonly<Record<string, Words>>;
  /** What one is called on its own screen. */
  readonly short: Words;
  /** The screen of its list, which its messages begin with. */
  readonly screen: string;
}

/** A row of whichever plain record; what is of organisations says of which. */
export interface PlainRow {
  readonly [field: string]: string | number | boolean | undefined;
  id: string;
  version: number;
  name: string;
  companyName?: string;
  changeable?: boolean;
}

interface PlainQuery {
  pageNo?: number | undefined;
  pageSize?: number | undefined;
  sortField?: string | undefined;
  sortOrder?: "asc" | "desc" | undefined;
  search?: string | undefined;
  companyId?: string | undefined;
}

type Reads<Asked, Answer> = Call<z.ZodType<unknown, Asked>, z.ZodType<Answer>, "read">;
type Writes<Asked> = Call<z.ZodType<unknown, Asked>, z.ZodType, "write">;

type PlainCalls = {
  readonly query: Reads<PlainQuery, ListOf<PlainRow>>;
  readonly post: Writes<object>;
  readonly put: Writes<{ id: string; version: number }>;
  readonly delete: Writes<{ ids: string[] }>;
};

/** Whichever it is. */
export interface PlainRecord extends Resource<string, PlainCalls> {
  readonly noun: Noun;
  readonly record: PlainFacts<Fields, "own" | "shared">;
}

interface Declaration<F extends Fields, Sort extends string, Verb extends string, Count extends string> {
  readonly noun: Noun;
  readonly fields: F;
  readonly searched: readonly (keyof F & string)[];
  readonly sortable: readonly [Sort, ...Sort[]];
  /** Calls beside listing, adding, editing and deleting. */
  readonly also?: readonly Verb[];
  /** Numbers that rows tell beside their fields, and what each is called. */
  readonly counts?: Readonly<Record<Count, Words>>;
  /** The noun when left out. */
  readonly short?: Words;
  /** The resource's name when left out. */
  readonly screen?: string;
}

const every = ["query", "post", "put", "delete"] as const;

const plainRecord = <
  const Name extends string,
  const Reach extends string,
  F extends Fields,
  Sort extends string,
  Verb extends "get",
  Count extends string,
  Row extends z.ZodRawShape,
  Filters extends z.ZodRawShape,
>(
  name: Name,
  { noun, fields, searched, sortable, also = [], counts, short = noun, screen = name }: Declaration<F, Sort, Verb, Count>,
  { reach, row, filters }: { reach: Reach; row: Row; filters: Filters },
) => {
  const shapeOf = <Part extends "typed" | "told">(part: Part) =>
    Object.fromEntries(Object.entries(fields).map(([field, parts]) => [field, parts[part]])) as { [K in keyof F]: F[K][Part] };
  const typed: TypedOf<F> = shapeOf("typed");
  const told: ToldOf<F> = shapeOf("told");
  const schema = z.object(typed);
  const named = Object.keys(counts ?? {}) as Count[];
  const counted = Object.fromEntries(named.map((count) => [count, z.number()])) as { [K in Count]: z.ZodNumber };
  const calls = recordCalls({ fields: schema, row: z.object({ ...row, ...told, ...counted }), filters, sortable });
  const made = [...every, ...also].map((verb) => [verb, calls[verb]]);
  const record: PlainFacts<F, Reach> = { reach, fields, schema, searched, sortable, counts: counts ?? {}, short, screen };
  return { ...resource(name, Object.fromEntries(made) as Pick<typeof calls, (typeof every)[number] | Verb>, noun), record };
};

/** Records that each user keeps alone: listed, searched, sorted, added, edited and deleted by the same rules as all others. */
export const ownRecord = <
  const Name extends string,
  F extends Fields,
  Sort extends keyof F & string,
  Verb extends "get" = never,
  Count extends string = never,
>(
  name: Name,
  declaration: Declaration<F, Sort, Verb, Count>,
) => plainRecord(name, declaration, { reach: "own", row: recordRow, filters: { search: filterText } });

/** Records of organisations, which those below see and use. */
export const sharedRecord = <
  const Name extends string,
  F extends Fields,
  Sort extends (keyof F & string) | "companyName",
  Verb extends "get" = never,
  Count extends string = never,
>(
  name: Name,
  declaration: Declaration<F, Sort, Verb, Count>,
) => plainRecord(name, declaration, { reach: "shared", row: sharedRow, filters: { ...companyFilter, search: filterText } });
