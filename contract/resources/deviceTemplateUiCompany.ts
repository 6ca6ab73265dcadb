import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, ids, list, sortedPage, utcTime } from "#contract/kit/page.ts";
import { filterText } from "#contract/kit/text.ts";

export const panelLinkFields = z.object({ uiId: id, companyId: id });

export const panelLinkRow = z.object({
  id: z.string(),
  uiId: z.string(),
  uiName: z.string(),
  deviceTemplateName: z.string(),
  companyId: z.string(),
  /** The organisation that it is linked to. */
  linkedName: z.string(),
  /** The organisation that the panel is of. */
  ownerName: z.string(),
  /** False where the panel is an organisation's above. */
  changeable: z.boolean(),
  createdAt: utcTime,
});
export type PanelLinkRow = z.output<typeof panelLinkRow>;

const panel = "device_template_ui";

/**
 * Organisations that panels are linked to: those below the panel's own, whose devices then show it. Links are made and deleted by who may
 * change the panel.
 */
export const deviceTemplateUiCompany = resource(
  "device_template_ui_company",
  {
    query: read(
      z.object({
        ...sortedPage(["uiName", "deviceTemplateName", "linkedName", "createdAt"]),
        ...companyFilter,
        search: filterText,
        uiId: z.string().max(64).optional(),
      }),
      list(panelLinkRow),
      { brings: [panel] },
    ),
    post: write(panelLinkFields, z.object({ id: z.string() }), { touches: [panel] }),
    delete: write(z.object({ ids }), z.object({ removed: z.number() }), { touches: [panel] }),
  },
  { zh: "面板关联", en: "panel link" },
);
