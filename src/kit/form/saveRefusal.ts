import type { Refusal } from "#store/transport.ts";

/** Somebody else saved the record since it was read. */
export interface Conflict {
  by: string;
  /** ISO instant. */
  at: string;
  version: number;
  /** The server's sentence, for an answer that lacks the parts. */
  message: string;
}

const fieldOf = (data: unknown, name: string): unknown => (typeof data === "object" && data !== null ? Reflect.get(data, name) : undefined);

export const conflictOf = ({ data, message }: Refusal): Conflict => {
  const version = fieldOf(data, "version");
  return {
    by: String(fieldOf(data, "by") ?? ""),
    at: String(fieldOf(data, "at") ?? ""),
    version: typeof version === "number" ? version : 0,
    message,
  };
};

/** Faults of single fields in a 400; `message` is a text in the asker's language. */
export const fieldFaultsOf = ({ data }: Refusal): { path: string; message: string }[] => {
  const fields = fieldOf(data, "fields");
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((fault: unknown) => {
    const path = fieldOf(fault, "path");
    const message = fieldOf(fault, "message");
    return typeof path === "string" && path !== "" && typeof message === "string" ? [{ path, message }] : [];
  });
};
