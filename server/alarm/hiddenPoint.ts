import { say } from "#contract/messages.ts";

/** What an alarm says to who may not see its point: both texts and the values in them, and the names of rule, type and point, stay out. */
export const hiddenTexts = {
  content: say("zh", "alarm.pointHidden"),
  content_en: say("en", "alarm.pointHidden"),
  rule_id: null,
  rule_name: "",
  type_name: "",
  type_name_en: "",
  point_id: null,
  point_name: "",
  point_name_en: "",
  unit: "",
  value: null,
} as const;
