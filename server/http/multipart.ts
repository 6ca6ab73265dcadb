import type { FastifyRequest } from "fastify";
import { limits } from "#contract/limits.ts";
import { Problem } from "#server/kit/problem.ts";

/** One byte more than the largest picture, so that the contract's own rule names the fault. */
export const multipartLimits = { fileSize: limits.upload.pictureBytes + 1, files: 1, fields: 20, fieldSize: 10_000, parts: 21 };

const tooLarge = new Set(["FST_FILES_LIMIT", "FST_PARTS_LIMIT", "FST_FIELDS_LIMIT", "FST_REQ_FILE_TOO_LARGE"]);
const codeOf = (fault: unknown): string => (fault instanceof Error && "code" in fault ? String(fault.code) : "");

/** Fields and file of a multipart body, a file as `File`; what is no such body is refused. */
export const readMultipart = async (request: FastifyRequest): Promise<Record<string, unknown>> => {
  if (!request.isMultipart()) return {};
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts({ limits: multipartLimits })) {
      if (part.type === "file")
        fields[part.fieldname] = new File([new Uint8Array(await part.toBuffer())], part.filename, { type: part.mimetype });
      else fields[part.fieldname] = part.value;
    }
  } catch (fault) {
    throw new Problem(tooLarge.has(codeOf(fault)) ? "tooLarge" : "badRequest");
  }
  return fields;
};
