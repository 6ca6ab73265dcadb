import type { Migration } from "kysely/migration";
import { accountDoors } from "#server/db/accountDoors.ts";
import { alarmComments } from "#server/db/alarmComments.ts";
import { alarmContacts, alarmTypesOfRules } from "#server/db/alarmContacts.ts";
import { alarmIndexes } from "#server/db/alarmIndexes.ts";
import { alarmMasks } from "#server/db/alarmMasks.ts";
import { alarmNotices } from "#server/db/alarmNotices.ts";
import { alarmRepeats } from "#server/db/alarmRepeats.ts";
import { alarmTexts } from "#server/db/alarmTexts.ts";
import { alarmTones } from "#server/db/alarmTones.ts";
import { appRecipes } from "#server/db/appRecipes.ts";
import { builtinMenuNoted } from "#server/db/builtinMenuMigration.ts";
import { companyCounts } from "#server/db/companyCounts.ts";
import { countsByStatement } from "#server/db/countsByStatement.ts";
import { deviceChanges } from "#server/db/deviceChanges.ts";
import { deviceCommunication } from "#server/db/deviceCommunication.ts";
import { deviceErasures } from "#server/db/deviceErasures.ts";
import { devicePanels } from "#server/db/devicePanels.ts";
import { deviceTemplates } from "#server/db/deviceTemplates.ts";
import { deviceVideos } from "#server/db/deviceVideos.ts";
import { first } from "#server/db/firstMigration.ts";
import { followList } from "#server/db/followList.ts";
import { groupMembers } from "#server/db/groupTables.ts";
import { jobs } from "#server/db/jobTables.ts";
import { laterCommands } from "#server/db/laterCommands.ts";
import { leaseNotices } from "#server/db/leaseNotices.ts";
import { logExport } from "#server/db/logExport.ts";
import { looksAgain, looksOfEnds } from "#server/db/looksAgain.ts";
import { looksAndOwners } from "#server/db/looksAndOwners.ts";
import { messageDays } from "#server/db/messageDays.ts";
import { notices } from "#server/db/noticesMigration.ts";
import { openAlarms } from "#server/db/openAlarms.ts";
import { operationReach } from "#server/db/operationReach.ts";
import { people } from "#server/db/peopleMigration.ts";
import { peopleSpeed } from "#server/db/peopleSpeed.ts";
import { places } from "#server/db/places.ts";
import { platform } from "#server/db/platformMigration.ts";
import { pointCategories } from "#server/db/pointCategories.ts";
import { modelPolling, pointRegisters } from "#server/db/pointRegisters.ts";
import { presenceIndex } from "#server/db/presenceIndex.ts";
import { provenPhone } from "#server/db/provenPhone.ts";
import { recordTables } from "#server/db/recordTables.ts";
import { roleWords } from "#server/db/roleWords.ts";
import { ruleConditions } from "#server/db/ruleConditions.ts";
import { ruleSchedule } from "#server/db/ruleSchedule.ts";
import { ruleTelling } from "#server/db/ruleTelling.ts";
import { sheetImport } from "#server/db/sheetImport.ts";
import { snInAnyCase } from "#server/db/snInAnyCase.ts";
import { snRegistry } from "#server/db/snRegistry.ts";
import { stateLog } from "#server/db/stateLogMigration.ts";
import { tuyaDevices } from "#server/db/tuyaDevices.ts";
import { userTypes } from "#server/db/userTypes.ts";
import { weixin } from "#server/db/weixin.ts";
import { wholeDevice } from "#server/db/wholeDevice.ts";
import { installations } from "./installations.ts";

const all: Readonly<Record<string, Migration>> = {
  ...recordTables,
  "0001_first": first,
  "0002_sn_in_any_case": snInAnyCase,
  "0003_people": people,
  "0005_state_log": stateLog,
  "0006_platform": platform,
  "0007_people_speed": peopleSpeed,
  "0008_log_export": logExport,
  "0009_user_types": userTypes,
  "0010_proven_phone": provenPhone,
  "0011_builtin_menu_noted": builtinMenuNoted,
  "0014_alarm_repeats": alarmRepeats,
  "0018_account_doors": accountDoors,
  "0020_looks_and_owners": looksAndOwners,
  "0021_operation_reach": operationReach,
  "0022_looks_again": looksAgain,
  "0023_company_counts": companyCounts,
  "0024_notices": notices,
  "0025_role_words": roleWords,
  "0027_jobs": jobs,
  "0028_looks_of_ends": looksOfEnds,
  "0029_device_communication": deviceCommunication,
  "0030_presence_index": presenceIndex,
  "0031_whole_device": wholeDevice,
  "0032_follow_list": followList,
  "0033_sn_registry": snRegistry,
  "0040_device_erasures": deviceErasures,
  "0041_device_videos": deviceVideos,
  "0034_group_members": groupMembers,
  "0035_lease_notices": leaseNotices,
  "0038_places": places,
  "0036_sheet_import": sheetImport,
  "0046_counts_by_statement": countsByStatement,
  "0042_device_changes": deviceChanges,
  "0044_message_days": messageDays,
  "0047_point_categories": pointCategories,
  "0048_point_registers": pointRegisters,
  "0049_model_polling": modelPolling,
  "0050_device_templates": deviceTemplates,
  "0051_device_panels": devicePanels,
  "0052_app_recipes": appRecipes,
  "0053_later_commands": laterCommands,
  "0054_tuya_devices": tuyaDevices,
  "0055_alarm_contacts": alarmContacts,
  "0056_alarm_types_of_rules": alarmTypesOfRules,
  "0057_alarm_notices": alarmNotices,
  "0059_alarm_masks": alarmMasks,
  "0060_open_alarms": openAlarms,
  "0061_rule_telling": ruleTelling,
  "0062_rule_schedule": ruleSchedule,
  "0063_alarm_indexes": alarmIndexes,
  "0064_installations": installations,
  "0065_rule_conditions": ruleConditions,
  "0066_weixin": weixin,
  "0067_alarm_comments": alarmComments,
  "0070_alarm_texts": alarmTexts,
  "0072_alarm_tones": alarmTones,
};

/** In the order in which they run; one that has shipped is never changed. */
export const migrations: Readonly<Record<string, Migration>> = Object.fromEntries(
  Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)),
);
