import type { FastifyRequest } from "fastify";
import type { Call } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import type { Uploads } from "#server/files/uploads.ts";
import { Problem } from "#server/kit/problem.ts";

/** One byte more than the largest picture, so that the contract's own rule names the fault. */
export const multipartLimits = { fileSize: limits.upload.pictureBytes + 1, files: 1, fields: 20, fieldSize: 10_000, parts: 21 };

const tooLarge = new Set(["FST_FILES_LIMIT", "FST_PARTS_LIMIT", "FST_FIELDS_LIMIT", "FST_REQ_FILE_TOO_LARGE"]);
const codeOf = (fault: unknown): string => (fault instanceof Error && "code" in fault ? String(fault.code) : "");

/** Fields and file of a multipart body, a file as `File`; what is no such body is refused. */
export const readMultipart = async (request: FastifyRequest, call: Call, uploads: Uploads): Promise<Record<string, unknown>> => {
  if (!request.isMultipart()) return {};
  const { fileBytes } = call;
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts({
      limits: fileBytes === undefined ? multipartLimits : { ...multipartLimits, fileSize: fileBytes + 1 },
    })) {
      if (part.type !== "file") fields[part.fieldname] = part.value;
      else if (fileBytes === undefined)
        fields[part.fieldname] = new File([new Uint8Array(await part.toBuffer())], part.filename, { type: part.mimetype });
      else fields[part.fieldname] = await uploads.hold(part.file, part.filename, part.mimetype);
    }
  } catch (fault) {
    // A disk that fails is not the asker's fault.
    if (fault instanceof Error && "syscall" in fault && fault.syscall !== "read") throw fault;
    throw new Problem(tooLarge.has(codeOf(fault)) ? "tooLarge" : "badRequest");
  }
  return fields;
};
