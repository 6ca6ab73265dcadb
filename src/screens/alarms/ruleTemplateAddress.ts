export const ruleTemplatesView = "/alarms/templates";
export const ruleTemplateView = "/alarms/templates/edit";

/** Edits an alarm rule template. */
export const ruleTemplateAddress = (id: string): string => `${ruleTemplateView}?id=${encodeURIComponent(id)}`;
