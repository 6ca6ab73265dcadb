import { type BaseQueryFn, createApi } from "@reduxjs/toolkit/query/react";
import type { Call } from "#contract/kit/call.ts";
import type { Refusal, Transport } from "#store/transport.ts";

export interface Asking {
  call: Call;
  request: object;
}

export interface StoreExtra {
  transport: Transport;
}

export type Ask = BaseQueryFn<Asking, unknown, Refusal>;

const baseQuery: Ask = ({ call, request }, { extra, signal }) => (extra as StoreExtra).transport.send(call, request, signal);

/** The one cache of server rows. Endpoints are added by `attach` alone; a tag's type is a resource's name. */
export const api = createApi({
  reducerPath: "api",
  baseQuery,
  tagTypes: [] as string[],
  invalidationBehavior: "immediately",
  refetchOnReconnect: true,
  keepUnusedDataFor: 30,
  endpoints: () => ({}),
});
