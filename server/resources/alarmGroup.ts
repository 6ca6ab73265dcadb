import { alarmContact, alarmGroup } from "#contract/resources/alarmGroup.ts";
import { alarmContacts, alarmGroups } from "#server/catalog/alarmGroups.ts";
import { implement } from "#server/kit/implement.ts";

export const alarmGroupAnswers = implement(alarmGroup, alarmGroups.answers);
export const alarmContactAnswers = implement(alarmContact, alarmContacts.answers);
