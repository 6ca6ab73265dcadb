import type { FastifyRequest } from "fastify";
import type { Call } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import { takes } from "#server/http/body.ts";
import { tooLargeBeyond } from "#server/http/multipart.ts";
import { Problem } from "#server/kit/problem.ts";

const statusOf = (fault: unknown): number | undefined =>
  typeof fault === "object" && fault !== null && "statusCode" in fault && typeof fault.statusCode === "number"
    ? fault.statusCode
    : undefined;

/** What went wrong before a call was reached: its body is too large, of a type that nobody reads, packed in an unknown way, or broke off. */
export const transportProblem = (fault: unknown, { headers }: FastifyRequest, call: Call | undefined): Problem => {
  const status = statusOf(fault);
  if (status === 413) return tooLargeBeyond(limits.body.bytes);
  if (status === 415) {
    const encoding = headers["content-encoding"];
    if (encoding !== undefined) return new Problem("wrongType", { message: "request.packed", values: { encoding: encoding.slice(0, 40) } });
    const type = headers["content-type"]?.slice(0, 100);
    const types = call ? takes(call).join(", ") : "application/json";
    return type === undefined
      ? new Problem("wrongType", { message: "request.untyped", values: { types } })
      : new Problem("wrongType", { values: { type, types } });
  }
  return new Problem(status !== undefined && status < 500 ? "badRequest" : "fault");
};

/** A path that is no call. */
export const noSuchCall = ({ url }: FastifyRequest): Problem =>
  new Problem("notFound", { message: "request.noCall", values: { path: (url.split("?")[0] ?? "").slice(0, 200) } });
