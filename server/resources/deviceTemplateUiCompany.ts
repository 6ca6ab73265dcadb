import { deviceTemplateUiCompany } from "#contract/resources/deviceTemplateUiCompany.ts";
import { linkPanel, listPanelLinks, unlinkPanels } from "#server/catalog/panelLinks.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceTemplateUiCompanyAnswers = implement(deviceTemplateUiCompany, {
  query: (request, { services, caller }) => listPanelLinks(services.db, caller, request),
  post: (request, context) => linkPanel(request, context),
  delete: ({ ids }, context) => unlinkPanels(ids, context),
});
