import { Readable } from "node:stream";
import { sheetImport } from "#contract/resources/sheetImport.ts";
import { namedCompany } from "#server/devices/snRegistry.ts";
import { grantedKind } from "#server/imports/sheetKinds.ts";
import { uploadHead, uploadRows } from "#server/imports/sheetRows.ts";
import { keepUpload } from "#server/imports/sheetUpload.ts";
import { sweepUploads } from "#server/imports/sweepUploads.ts";
import { fileName } from "#server/kit/fileName.ts";
import { implement } from "#server/kit/implement.ts";
import { xlsxType } from "#server/kit/xlsx.ts";
import { sheetTemplate } from "#server/sheets/template.ts";

export const sheetImportAnswers = implement(sheetImport, {
  async upload({ kind: name, companyId: asked, file }, { services, caller, at, trace }) {
    trace.detail = JSON.stringify({ kind: name, name: file.name, bytes: file.size });
    const kind = grantedKind(caller, name);
    const companyId = await namedCompany(services.db, caller, asked);
    const { id } = await keepUpload(services.db, { licensing: services }, { caller, kind, companyId, file, at });
    await sweepUploads(services.db, services.believed(), caller.userId);
    return { id };
  },
  get: ({ id }, { services, caller, language }) => uploadHead(services.db, caller, id, language),
  query: (request, { services, caller, language }) => uploadRows(services.db, caller, request, language),
  template({ kind: name, language: asked }, { caller, language: said }) {
    const language = asked ?? said;
    const { title, columns } = grantedKind(caller, name);
    const body = Readable.from(sheetTemplate(title[language], columns, language));
    return { fileName: `${fileName(title[language])}.xlsx`, contentType: xlsxType, body };
  },
});
