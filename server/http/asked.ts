import type { FastifyRequest } from "fastify";
import type { Call } from "#contract/kit/call.ts";
import { pathFields } from "#contract/kit/path.ts";
import { decodeFields, listFields, unknownFields } from "#contract/kit/wire.ts";
import { limits } from "#contract/limits.ts";
import type { MessageId } from "#contract/messages.ts";
import { UnreadBody } from "#server/http/askedDetail.ts";
import { type Body, mediaTypeOf, takes, utf8Only } from "#server/http/body.ts";
import { formFields } from "#server/http/formFields.ts";
import { readJson } from "#server/http/strictJson.ts";
import { type FieldFault, Problem } from "#server/kit/problem.ts";

/** What a request asks for: its fields, or what the log may keep of a body that cannot be read. With a fault it is not answered. */
export interface Asked {
  readonly value: unknown;
  readonly fault?: Problem;
}

const refusal = (message: MessageId, values: Readonly<Record<string, string | number>> = {}): Problem =>
  new Problem("badRequest", { message, values });

const named = (paths: readonly string[], message: MessageId): FieldFault[] => paths.map((path) => ({ path, message }));

const mostOf = (call: Call) => (call.table ? limits.tableRequest : limits.request);

/** A name that the call does not know is refused: passed over, a misspelt filter would answer with every row. */
const known = (call: Call, value: unknown, faults: readonly FieldFault[] = []): Asked => {
  const { members } = mostOf(call);
  const unknown = unknownFields(call.request, value, { ...limits.request, members });
  if (unknown === undefined) return { value: {}, fault: refusal("request.members", { max: members }) };
  const fields = [...faults, ...named(unknown, "rule.unknownField")];
  return fields.length === 0 ? { value } : { value, fault: new Problem("badRequest", { fields }) };
};

/** The request in the fields of a form, of a query or of a multipart body. */
export const fieldsAsked = (call: Call, fields: ReadonlyMap<string, readonly unknown[]>): Asked => {
  const lists = new Set(listFields(call.request));
  const repeated = [...fields].filter(([name, values]) => values.length > 1 && !lists.has(name)).map(([name]) => name);
  const given = Object.fromEntries([...fields].map(([name, values]) => [name, values.length > 1 ? values : values[0]]));
  return known(call, { ...given, ...decodeFields(call.request, given) }, named(repeated, "rule.repeated"));
};

const formAsked = (call: Call, text: string): Asked => {
  try {
    return fieldsAsked(call, formFields(text));
  } catch (fault) {
    if (fault instanceof URIError) return { value: new UnreadBody(text), fault: refusal("request.utf8") };
    if (fault instanceof Problem) return { value: new UnreadBody(text), fault };
    throw fault;
  }
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** The body of a raw call that takes ids may be the bare list of them, or one of them. */
const takesBareIds = ({ encoding, request }: Call): boolean => encoding === "raw" && listFields(request).includes("ids");

const wrapped = (value: unknown): unknown => (isRecord(value) ? value : { ids: Array.isArray(value) ? value : [value] });

const jsonAsked = (call: Call, text: string): Asked => {
  const { value, fault } = readJson(text, mostOf(call));
  if (fault?.reason === "json")
    return { value: new UnreadBody(text), fault: refusal(text.trim() === "" ? "request.empty" : "request.json") };
  if (fault?.reason === "members") return { value: new UnreadBody(text), fault: refusal("request.members", { max: fault.at }) };
  if (fault) return { value, fault: refusal(`request.${fault.reason}`, { at: fault.at.slice(0, limits.request.place) }) };
  const fields = takesBareIds(call) ? wrapped(value) : value;
  return isRecord(fields) ? known(call, fields) : { value, fault: refusal("request.object") };
};

const bodyAsked = (call: Call, body: Body | undefined, header: string): Asked => {
  if (body === undefined) return { value: {} };
  const text = body.bytes.toString("utf8");
  const fault = utf8Only(body, header);
  if (fault) return { value: new UnreadBody(text), fault };
  const type = mediaTypeOf(header);
  if (!takes(call).includes(type)) {
    const problem = new Problem("wrongType", { values: { type: type.slice(0, 100), types: takes(call).join(", ") } });
    return { value: new UnreadBody(text), fault: problem };
  }
  if (type === "application/x-www-form-urlencoded") return formAsked(call, text);
  return jsonAsked(call, text);
};

const queryOf = ({ url }: FastifyRequest): string => {
  const at = url.indexOf("?");
  return at < 0 ? "" : url.slice(at + 1);
};

/** With what stands in the path itself; the same behind the question mark is one too many. */
const withPath = (call: Call, asked: Asked, params: unknown): Asked => {
  const fields = pathFields(call.path);
  if (fields.length === 0 || asked.fault || !isRecord(asked.value) || !isRecord(params)) return asked;
  const given = asked.value;
  const value = { ...given, ...decodeFields(call.request, params) };
  const repeated = fields.filter((name) => Object.hasOwn(given, name));
  return repeated.length === 0 ? { value } : { value, fault: new Problem("badRequest", { fields: named(repeated, "rule.repeated") }) };
};

/** The flat request of a call, from whatever it came in. A multipart body is read by `readMultipart`, once who asks is known. */
export const askedOf = (call: Call, request: FastifyRequest): Asked => {
  const query = queryOf(request);
  if (call.method === "GET") return withPath(call, formAsked(call, query), request.params);
  const asked = contentAsked(call, request);
  if (query === "" || asked.fault) return asked;
  const fields = named([...new Set(new URLSearchParams(query).keys())], "rule.inBody");
  return { value: asked.value, fault: new Problem("badRequest", { fields }) };
};

const contentAsked = (call: Call, request: FastifyRequest): Asked => {
  const header = request.headers["content-type"] ?? "";
  if (!request.isMultipart()) return bodyAsked(call, request.body as Body | undefined, header);
  if (call.encoding === "multipart") return { value: {} };
  return { value: {}, fault: new Problem("wrongType", { values: { type: "multipart/form-data", types: takes(call).join(", ") } }) };
};
