import type { z } from "zod";
import type { Call, RequestOf, Resource, ResponseOf } from "#contract/kit/call.ts";
import type { Asked, Caller } from "#server/kit/caller.ts";
import type { FileAnswer } from "#server/kit/fileAnswer.ts";
import type { Services } from "#server/services.ts";

/** Set by a handler to say in the operation log what was done; the request itself is logged without it. */
export interface Trace {
  detail?: string;
  /** What a write changed, made by `changeOf`. */
  change?: string;
  /** Of calls that nobody signs in for: the account that they name, and, where there is one, whose it is. */
  account?: string;
  owner?: { userName: string; companyId: string };
  /** Cookies that go out with the answer. */
  cookies?: { name: string; value: string; maxAge?: number; httpOnly?: boolean }[];
}

type Answered<C extends Call> = C["response"] extends z.ZodNever ? FileAnswer : ResponseOf<C>;

export type Handlers<R extends Resource> = {
  readonly [V in keyof R["calls"]]: (
    request: RequestOf<R["calls"][V]>,
    context: HandlerContext,
  ) => Answered<R["calls"][V]> | Promise<Answered<R["calls"][V]>>;
};

export interface HandlerContext extends Asked {
  readonly services: Services;
  /** Who asks, if anybody is signed in: for public calls. */
  readonly signedIn: Caller | undefined;
  /** Throws 401 when nobody is signed in, which only public calls can meet. */
  readonly caller: Caller;
  readonly trace: Trace;
}

export type Handler = (request: never, context: HandlerContext) => unknown;

export interface Implementation {
  readonly resource: Resource;
  readonly handlers: Readonly<Record<string, Handler>>;
}

/** The only way to answer calls: every verb of the resource, with the types of its declaration. */
export const implement = <R extends Resource>(resource: R, handlers: Handlers<R>): Implementation => ({
  resource,
  handlers: handlers as Readonly<Record<string, Handler>>,
});
