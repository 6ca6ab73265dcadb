import type { FastifyRequest } from "fastify";
import type { Call } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import type { Uploads } from "#server/files/uploads.ts";
import { Problem } from "#server/kit/problem.ts";

/** One byte more than the largest picture, so that the contract's own rule names the fault. */
export const multipartLimits = { fileSize: limits.upload.pictureBytes + 1, files: 1, fields: 20, fieldSize: 10_000, parts: 21 };

const tooLarge = new Set(["FST_FILES_LIMIT", "FST_PARTS_LIMIT", "FST_FIELDS_LIMIT", "FST_REQ_FILE_TOO_LARGE"]);

/** Says how much there may be. */
export const tooLargeBeyond = (bytes: number): Problem =>
  new Problem("tooLarge", { message: "code.tooLarge.most", values: { limit: `${bytes / 1_048_576} MB` } });

const codeOf = (fault: unknown): string => (fault instanceof Error && "code" in fault ? String(fault.code) : "");

/** Fields and file of a multipart body, a file as `File`, each with all its values; what is no such body is refused. */
export const readMultipart = async (
  request: Pick<FastifyRequest, "parts"> & { readonly raw: Pick<FastifyRequest["raw"], "destroyed"> },
  call: Call,
  uploads: Pick<Uploads, "hold">,
): Promise<ReadonlyMap<string, unknown[]>> => {
  const { fileBytes } = call;
  const fields = new Map<string, unknown[]>();
  const keep = (name: string, value: unknown): void => void fields.set(name, [...(fields.get(name) ?? []), value]);
  // Who asked has hung up already: nothing of the body comes any more, not even its end.
  if (request.raw.destroyed) throw new Problem("badRequest", { message: "request.multipart" });
  try {
    for await (const part of request.parts({
      limits: fileBytes === undefined ? multipartLimits : { ...multipartLimits, fileSize: fileBytes + 1 },
    })) {
      if (part.type !== "file") keep(part.fieldname, part.value);
      else if (fileBytes === undefined)
        keep(part.fieldname, new File([new Uint8Array(await part.toBuffer())], part.filename, { type: part.mimetype }));
      else keep(part.fieldname, await uploads.hold(part.file, part.filename, part.mimetype));
    }
  } catch (fault) {
    // A disk that fails is not the asker's fault.
    if (fault instanceof Error && "syscall" in fault && fault.syscall !== "read") throw fault;
    if (tooLarge.has(codeOf(fault))) throw tooLargeBeyond(fileBytes ?? multipartLimits.fileSize - 1);
    throw new Problem("badRequest", { message: "request.multipart" });
  }
  return fields;
};
