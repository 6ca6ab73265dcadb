import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, idRequest, ids, instant, list, nothing, pageFields, sortedPage, utcTime, version } from "#contract/kit/page.ts";
import { filterText, optionalText, paragraph, pictureAddress, text, timeZone, website, workingHours } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

/** What an organisation may change of itself. */
export const ownCompanyFields = z.object({
  name: text(limits.names.organisation),
  level: optionalText(limits.names.person),
  site: website,
  address: optionalText(limits.address),
  remark: paragraph(limits.remark),
  logo: pictureAddress,
  picture: pictureAddress,
  morning: workingHours,
  afternoon: workingHours,
  zone: timeZone,
});

/** What an organisation above decides of it, besides. `parentId` moves it with all that is below it. */
export const companyFields = ownCompanyFields.extend({
  parentId: id,
  /** Null: no expiry. */
  expiresAt: instant.nullable().default(null),
});

export const companyStates = ["normal", "disabled", "expired"] as const;

/** Of the organisation alone; under `whole` the same with all that is below it. */
const ownCounts = { children: z.number(), users: z.number(), devices: z.number() };

export const companyRow = z.object({
  id: z.string(),
  /** Null for the caller's own organisation: what is above it is nobody's business below. */
  parentId: z.string().nullable(),
  parentName: z.string(),
  name: z.string(),
  level: z.string(),
  site: z.string(),
  address: z.string(),
  remark: z.string(),
  logo: z.string(),
  picture: z.string(),
  morning: z.string(),
  afternoon: z.string(),
  zone: z.string(),
  enabled: z.boolean(),
  expiresAt: utcTime.nullable(),
  state: z.enum(companyStates),
  ...ownCounts,
  roles: z.number(),
  whole: z.object({ ...ownCounts, roles: z.number() }),
  createdAt: utcTime,
  version: z.number(),
});
export type CompanyRow = z.output<typeof companyRow>;

export const companyNode = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  name: z.string(),
  state: z.enum(companyStates),
  ...ownCounts,
  whole: z.object(ownCounts),
  version: z.number(),
});
export type CompanyNode = z.output<typeof companyNode>;

/** Organisations, seen from the caller's own down. */
export const company = resource(
  "company",
  {
    get_my: read(z.object({}), companyRow, { access: "signedIn" }),
    query: read(
      z.object({
        ...sortedPage(["name", "createdAt", "expiresAt"]),
        ...companyFilter,
        name: filterText,
        state: z.enum(companyStates).optional(),
      }),
      list(companyRow),
    ),
    /** For pickers: the caller's organisations by name, or the one with this id. */
    query_mini: read(
      z.object({ ...sortedPage(["name"]), name: filterText, id: id.optional() }),
      list(z.object({ id: z.string(), name: z.string(), parentName: z.string() })),
    ),
    get: read(idRequest, companyRow),
    /** The organisations right below `parentId`; without it the caller's own alone; with `name` those that match, wherever they stand. */
    query_tree: read(z.object({ ...pageFields, parentId: id.optional(), name: filterText }), list(companyNode)),
    post: write(companyFields, z.object({ id: z.string() })),
    put: write(companyFields.extend({ id, version }), nothing, { touches: ["device", "user"] }),
    update_my: write(ownCompanyFields.extend({ version }), nothing, { touches: ["user"] }),
    delete: write(z.object({ ids }), z.object({ removed: z.number() })),
    enable: write(z.object({ ids }), nothing, { encoding: "raw", touches: ["user", "device"] }),
    disable: write(z.object({ ids }), nothing, { encoding: "raw", touches: ["user", "device"] }),
  },
  { zh: "组织", en: "organisation" },
);
