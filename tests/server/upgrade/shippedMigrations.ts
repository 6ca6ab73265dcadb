/** The list of migrations as it was, each with a digest of its statements. Lines are added at the end and never changed: data folders have had them. */
export const shippedMigrations: readonly (readonly [name: string, digest: string])[] = [
  ["0001_first", "a1095c3f5359"],
  ["0002_sn_in_any_case", "e9cde5301266"],
  ["0003_people", "ff09f0c614e4"],
  ["0005_state_log", "417f31a81d6d"],
  ["0006_platform", "cf2f3c118648"],
  ["0007_people_speed", "8fda5ab335eb"],
  ["0008_log_export", "9456dc620b13"],
  ["0009_user_types", "fa3c1f8cf55b"],
  ["0010_proven_phone", "44f8f315b7f7"],
  ["0011_builtin_menu_noted", "4b47083061ff"],
  ["0014_alarm_repeats", "c24512746a36"],
  ["0018_account_doors", "86bed68e1da1"],
  ["0020_looks_and_owners", "eadbfd048877"],
  ["0021_operation_reach", "9314989dcfb5"],
  ["0022_looks_again", "9d29418edebf"],
  ["0025_role_words", "eda5b167fdc8"],
];
