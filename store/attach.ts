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

type ReadDefinition<C extends Call> = QueryDefinition<ArgumentOf<C>, Ask, string, ResponseOf<C>, "api">;
type WriteDefinition<C extends Call> = MutationDefinition<ArgumentOf<C>, Ask, string, ResponseOf<C>, "api">;

export type ReadHandle<C extends Call> = ApiEndpointQuery<ReadDefinition<C>, EndpointDefinitions> & {
  readonly call: C;
  readonly useQuery: TypedUseQuery<ResponseOf<C>, ArgumentOf<C>, Ask>;
  readonly useQueryState: TypedUseQueryState<ResponseOf<C>, ArgumentOf<C>, Ask>;
  readonly useLazyQuery: TypedUseLazyQuery<ResponseOf<C>, ArgumentOf<C>, Ask>;
};

export type WriteHandle<C extends Call> = ApiEndpointMutation<WriteDefinition<C>, EndpointDefinitions> & {
  readonly call: C;
  readonly useMutation: TypedUseMutation<ResponseOf<C>, ArgumentOf<C>, Ask>;
};

export type Handles<R extends Resource> = {
  readonly [V in keyof R["calls"]]: R["calls"][V]["kind"] extends "read" ? ReadHandle<R["calls"][V]> : WriteHandle<R["calls"][V]>;
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
export const attach = <R extends Resource>(resource: R): Handles<R> => {
  const handles = attached.get(resource) ?? made(resource);
  attached.set(resource, handles);
  return handles as Handles<R>;
};

/** The only place where endpoints are made: one for each call of the resource that answers an envelope. */
const made = (resource: Resource): Handles<Resource> => {
  api.enhanceEndpoints({ addTagTypes: [resource.name] });
  const entries = Object.entries(resource.calls).filter(([, call]) => call.answer === "envelope");
  const injected = api.injectEndpoints({
    endpoints: (build) =>
      Object.fromEntries(
        entries.map(([verb, call]) => [
          `${resource.name}/${verb}`,
          call.kind === "read"
            ? build.query<unknown, object>({
                query: (request): Asking => ({ call, request }),
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
  const endpoints: Record<string, object> = injected.endpoints;
  return Object.fromEntries(
    entries.map(([verb, call]) => [verb, Object.assign(endpoints[`${resource.name}/${verb}`] ?? {}, { call })]),
  ) as Handles<Resource>;
};
