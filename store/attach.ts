import type {
  ApiEndpointMutation,
  ApiEndpointQuery,
  EndpointDefinitions,
  MutationDefinition,
  QueryDefinition,
  TypedUseLazyQuery,
  TypedUseMutation,
  TypedUseQuery,
  TypedUseQueryState,
} from "@reduxjs/toolkit/query/react";
import type { ArgumentOf, Call, Resource, ResponseOf } from "#contract/kit/call.ts";
import { type Ask, type Asking, api } from "#store/api.ts";

type ReadDefinition<C extends Call, Answer> = QueryDefinition<ArgumentOf<C>, Ask, string, Answer, "api">;
type WriteDefinition<C extends Call> = MutationDefinition<ArgumentOf<C>, Ask, string, ResponseOf<C>, "api">;

export type ReadHandle<C extends Call, Answer = ResponseOf<C>> = ApiEndpointQuery<ReadDefinition<C, Answer>, EndpointDefinitions> & {
  readonly call: C;
  readonly useQuery: TypedUseQuery<Answer, ArgumentOf<C>, Ask>;
  readonly useQueryState: TypedUseQueryState<Answer, ArgumentOf<C>, Ask>;
  readonly useLazyQuery: TypedUseLazyQuery<Answer, ArgumentOf<C>, Ask>;
};

export type WriteHandle<C extends Call> = ApiEndpointMutation<WriteDefinition<C>, EndpointDefinitions> & {
  readonly call: C;
  readonly useMutation: TypedUseMutation<ResponseOf<C>, ArgumentOf<C>, Ask>;
};

/** What answers of reads are made into before they are kept, by verb: once for all who show them. */
export type Made<R extends Resource> = { readonly [V in keyof R["calls"]]?: (answer: ResponseOf<R["calls"][V]>) => unknown };

type KeptOf<C extends Call, Make> = Make extends (answer: ResponseOf<C>) => infer Kept ? Kept : ResponseOf<C>;

export type Handles<R extends Resource, M extends Made<R> = Record<never, never>> = {
  readonly [V in keyof R["calls"]]: R["calls"][V]["kind"] extends "read"
    ? ReadHandle<R["calls"][V], KeptOf<R["calls"][V], V extends keyof M ? M[V] : undefined>>
    : WriteHandle<R["calls"][V]>;
};

interface Tag {
  type: string;
  id: string;
}

const listTag = "list";

const isRow = (value: unknown): value is { id: string } =>
  typeof value === "object" && value !== null && "id" in value && typeof value.id === "string" && value.id !== "";

const rowsOf = (answer: unknown): unknown[] => {
  if (Array.isArray(answer)) return answer;
  if (typeof answer === "object" && answer !== null && "list" in answer && Array.isArray(answer.list)) return answer.list;
  return [answer];
};

/** A read provides the list of its resource, also where it was refused, and each row that it brought. */
const provided = (resource: string, brings: readonly string[], answer: unknown): Tag[] => [
  ...staleTags([resource, ...brings]),
  ...rowsOf(answer)
    .filter(isRow)
    .map((row) => ({ type: resource, id: row.id })),
];

/** What makes every cached answer of these resources stale, for writes and for realtime events alike. */
export const staleTags = (resources: readonly string[]): Tag[] => resources.map((type) => ({ type, id: listTag }));

const attached = new WeakMap<Resource, Handles<Resource>>();

/** The resource's handles, the same for whoever asks. */
export const attach = <R extends Resource, M extends Made<R> = Record<never, never>>(resource: R, make?: M): Handles<R, M> => {
  const handles = attached.get(resource) ?? injected(resource, (make ?? {}) as Makers);
  attached.set(resource, handles);
  return handles as Handles<R, M>;
};

type Makers = Readonly<Record<string, ((answer: unknown) => unknown) | undefined>>;

/** The only place where endpoints are made: one for each call of the resource that answers an envelope. */
const injected = (resource: Resource, makers: Makers): Handles<Resource> => {
  api.enhanceEndpoints({ addTagTypes: [resource.name] });
  const entries = Object.entries(resource.calls).filter(([, call]) => call.answer === "envelope");
  const { endpoints: made } = api.injectEndpoints({
    endpoints: (build) =>
      Object.fromEntries(
        entries.map(([verb, call]) => [
          `${resource.name}/${verb}`,
          call.kind === "read"
            ? build.query<unknown, object>({
                query: (request): Asking => ({ call, request }),
                ...(makers[verb] ? { transformResponse: makers[verb] } : {}),
                providesTags: (answer) => provided(resource.name, call.brings, answer),
              })
            : build.mutation<unknown, object>({
                query: (request): Asking => ({ call, request }),
                invalidatesTags: (_answer, refusal) => (refusal ? [] : staleTags([resource.name, ...call.touches])),
              }),
        ]),
      ),
    overrideExisting: false,
  });
  const endpoints: Record<string, object> = made;
  return Object.fromEntries(
    entries.map(([verb, call]) => [verb, Object.assign(endpoints[`${resource.name}/${verb}`] ?? {}, { call })]),
  ) as Handles<Resource>;
};
