import type { z } from "zod";
import type { Language } from "#contract/messages.ts";

export type Words = Readonly<Record<Language, string>>;

/** What a resource keeps one of; `many` is several of them in English, where an s at its end does not say it. */
export type Noun = Words & { readonly many?: string };

export const manyOf = ({ en, many }: Noun): string => many ?? `${en}s`;

/** What so many of them are called. */
export const counted = (noun: Noun, count: number): Words => ({ zh: noun.zh, en: count === 1 ? noun.en : manyOf(noun) });

export type Kind = "read" | "write";
export type Access = "public" | "signedIn" | "granted";
export type Method = "POST" | "GET";
export type Encoding = "form" | "json" | "raw" | "query" | "multipart";
export type Answer = "envelope" | "file";

export interface Call<Req extends z.ZodType = z.ZodType, Res extends z.ZodType = z.ZodType, K extends Kind = Kind> {
  readonly kind: K;
  readonly access: Access;
  readonly method: Method;
  readonly encoding: Encoding;
  readonly answer: Answer;
  readonly path: string;
  readonly request: Req;
  readonly response: Res;
  /** A write that only keeps what who asks prefers to see: no operation, and nothing of the log. */
  readonly preference: boolean;
  /** Resources besides its own whose cached rows a write makes stale. */
  readonly touches: readonly string[];
  /** Resources besides its own whose rows a read brings: it is stale when they are. */
  readonly brings: readonly string[];
  /** Of a multipart call whose file is larger than a picture: its most bytes. The server holds such a file on disk. */
  readonly fileBytes?: number;
  /** Whether it carries a table, and may hold more values than others. */
  readonly table: boolean;
  /** Media types of an answer that is a file. */
  readonly fileTypes: readonly string[];
}

export interface Resource<Name extends string = string, Calls extends Record<string, Call> = Record<string, Call>> {
  readonly name: Name;
  readonly calls: Calls;
  /** Nothing for one that keeps no records. */
  readonly noun: Noun | undefined;
}

export type RequestOf<C extends Call> = z.output<C["request"]>;
export type ArgumentOf<C extends Call> = z.input<C["request"]>;
export type ResponseOf<C extends Call> = z.output<C["response"]>;

interface Differences {
  access?: Access;
  method?: Method;
  encoding?: Encoding;
  answer?: Answer;
  path?: string;
  preference?: boolean;
  touches?: readonly string[];
  brings?: readonly string[];
  fileBytes?: number;
  table?: boolean;
  fileTypes?: readonly string[];
}

interface Declaration<Req extends z.ZodType, Res extends z.ZodType, K extends Kind> extends Differences {
  kind: K;
  request: Req;
  response: Res;
}

/** A call that changes nothing. POST and form-encoded unless said otherwise. */
export const read = <Req extends z.ZodType, Res extends z.ZodType>(
  request: Req,
  response: Res,
  differences: Differences = {},
): Declaration<Req, Res, "read"> => ({ kind: "read", request, response, ...differences });

/** A call that changes something; every one of them leaves a row in the operation log, preferences apart. */
export const write = <Req extends z.ZodType, Res extends z.ZodType>(
  request: Req,
  response: Res,
  differences: Differences = {},
): Declaration<Req, Res, "write"> => ({ kind: "write", request, response, ...differences });

type Declared<D> = D extends Declaration<infer Req, infer Res, infer K> ? Call<Req, Res, K> : never;
type AnyDeclaration = Declaration<z.ZodType, z.ZodType, Kind>;

/** Declares a resource, called by its noun wherever it is spoken of: its verbs become `/api/<name>/<verb>` unless a call names its own path. */
export const resource = <const Name extends string, D extends Record<string, AnyDeclaration>, const N extends Noun | undefined = undefined>(
  name: Name,
  declarations: D,
  noun?: N,
): Resource<Name, { [V in keyof D]: Declared<D[V]> }> & { readonly noun: N } => {
  const complete = (verb: string, declaration: AnyDeclaration): Call => {
    const method = declaration.method ?? "POST";
    return {
      kind: declaration.kind,
      access: declaration.access ?? "granted",
      method,
      encoding: declaration.encoding ?? (method === "GET" ? "query" : "form"),
      answer: declaration.answer ?? "envelope",
      path: declaration.path ?? `/api/${name}/${verb}`,
      request: declaration.request,
      response: declaration.response,
      preference: declaration.preference ?? false,
      touches: declaration.touches ?? [],
      brings: declaration.brings ?? [],
      ...(declaration.fileBytes === undefined ? {} : { fileBytes: declaration.fileBytes }),
      table: declaration.table ?? false,
      fileTypes: declaration.fileTypes ?? ["text/csv"],
    };
  };
  const calls = Object.fromEntries(Object.entries(declarations).map(([verb, declaration]) => [verb, complete(verb, declaration)]));
  return { name, calls: calls as { [V in keyof D]: Declared<D[V]> }, noun: noun as N };
};
