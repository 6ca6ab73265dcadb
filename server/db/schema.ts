import type { ColumnType, Generated } from "kysely";
import type { AlarmCommentTable } from "#server/db/alarmComments.ts";
import type { AlarmContactTable, AlarmGroupContactTable, AlarmGroupTable, AlarmTypeTable } from "#server/db/alarmContacts.ts";
import type { AlarmMaskTable } from "#server/db/alarmMasks.ts";
import type { AlarmNoticeAttemptTable, AlarmNoticeEventTable, AlarmNoticeTable } from "#server/db/alarmNotices.ts";
import type {
  AppCommandTable,
  AppCommandValueTable,
  AppRecipePointTable,
  AppRecipeTable,
  ParameterTableTable,
  ParameterValueTable,
} from "#server/db/appRecipes.ts";
import type { Edited, Flag, OptionallyEdited, Stamp, Text } from "#server/db/columnTypes.ts";
import type { DeviceChangePortionTable } from "#server/db/deviceChanges.ts";
import type { DeviceCommunicationTable } from "#server/db/deviceCommunication.ts";
import type { DeviceErasureTable } from "#server/db/deviceErasures.ts";
import type {
  DeviceTemplateUiCmdTable,
  DeviceTemplateUiCmdValueTable,
  DeviceTemplateUiCompanyTable,
  DeviceTemplateUiTable,
} from "#server/db/devicePanels.ts";
import type {
  AlarmTriggerTemplateTable,
  DeviceTemplateRuleTable,
  DeviceTemplateSlaveTable,
  DeviceTemplateTable,
  WatchedColumns,
} from "#server/db/deviceTemplates.ts";
import type { DeviceVideoTable } from "#server/db/deviceVideos.ts";
import type { DeviceCompanyGroupMemberTable, DeviceCompanyGroupTable, DeviceGroupMemberTable } from "#server/db/groupTables.ts";
import type { JobResultTable, JobTable } from "#server/db/jobTables.ts";
import type { LaterCommandTable } from "#server/db/laterCommands.ts";
import type { LeaseNoticeTable } from "#server/db/leaseNotices.ts";
import type { MessageDayTable } from "#server/db/messageDays.ts";
import type {
  CompanyTable,
  DeviceUserTable,
  EmployeeCustomerTable,
  KnownBrowserTable,
  MenuTable,
  RecoveryCodeTable,
  RoleMenuTable,
  RoleTable,
  SessionTable,
  UserFactorTable,
  UserRoleTable,
  UserTable,
} from "#server/db/peopleTables.ts";
import type {
  AppPackageTable,
  DataUnitTable,
  IconGroupTable,
  IconPictureTable,
  SavedOrderTable,
  SavedOrderValueTable,
} from "#server/db/platformTables.ts";
import type { PointCategoryTable } from "#server/db/pointCategories.ts";
import type { RecordTables } from "#server/db/recordTables.ts";
import type { AlarmEscalationTable, AlarmTriggerStepTable } from "#server/db/ruleTelling.ts";
import type { SheetUploadRowTable, SheetUploadTable } from "#server/db/sheetImport.ts";
import type { AlarmUserWeixinTable, CompanyWeixinTable, UserWeixinTable, WeixinSceneTable } from "#server/db/weixin.ts";

export interface DictTable extends OptionallyEdited {
  id: string;
  name: string;
  value: string;
  remark: string;
  priority: number;
}

export interface DeviceTypeTable extends OptionallyEdited {
  id: string;
  company_id: string;
  name: string;
  name_en: string;
  description: string;
  /** JSON, in their order. */
  attributes: Text;
  created_at: ColumnType<number, number | undefined, number>;
}

/** Each relation stands twice, once from either side. */
export interface DeviceTypeRelationTable {
  type_id: string;
  related_id: string;
}

export interface DefaultDeviceTypeTable {
  company_id: string;
  type_id: string;
}

export interface DeviceModelTable extends OptionallyEdited {
  id: string;
  company_id: string;
  name: string;
  model_id: string;
  transmission: string;
  created_at: ColumnType<number, number | undefined, number>;
  framing: ColumnType<string, string | undefined, string>;
  registration: ColumnType<string, string | undefined, string>;
  heartbeat: Text;
  poll_seconds: ColumnType<number, number | undefined, number>;
  timeout_ms: ColumnType<number, number | undefined, number>;
  most_registers: ColumnType<number, number | undefined, number>;
  most_gap: ColumnType<number, number | undefined, number>;
}

/** An SN with its password, known before its device is added. */
export interface SnRegistryTable {
  id: string;
  company_id: string;
  sn: string;
  /** Empty once a device has been added with it. */
  password: string;
  used: Flag;
  created_at: Stamp;
  created_by: string;
}

export interface DeviceTable extends Edited {
  id: string;
  company_id: string;
  name: string;
  sn: string;
  /** 0, but for a device whose SN differed from another's by case alone before that was refused. Unique together with the lower-case SN. */
  sn_twin: ColumnType<number, number | undefined, number>;
  /** Lower-case name, SN and what else a device is looked for by, for plain-text search. */
  search: string;
  type_id: string;
  model_id: string | null;
  /** The device template that it was made from. */
  template_id: ColumnType<string | null, string | null | undefined, string | null>;
  industry: string;
  password_hash: string;
  online: Flag;
  activated_at: Stamp | null;
  lng: number | null;
  lat: number | null;
  /** The cell of the map that it is in; see `places/cell.ts`. */
  cell: ColumnType<number | null, number | null | undefined, number | null>;
  address: string;
  remark: string;
  dealer: Text;
  user_name: Text;
  contact: Text;
  third_party_id: Text;
  tuya_id: Text;
  installed_on: Text;
  service_info: Text;
  image: Text;
  province: Text;
  city: Text;
  district: Text;
  sort: ColumnType<number, number | undefined, number>;
  /** `stop` or `move`. */
  mobile: Text;
  alarm_notice: ColumnType<Flag, Flag | undefined, Flag>;
  lease_start: Text;
  lease_end: Text;
  /** JSON: values by the ids of its type's attributes. */
  attributes: Text;
  parameter_version: Text;
  software_version: string;
  hardware_version: string;
  signal: number | null;
  iccid: string;
  open_alarms: ColumnType<number, number | undefined, number>;
  created_at: Stamp;
}

/** Where a device was. */
export interface DevicePlaceTable {
  device_id: string;
  at: Stamp;
  lng: number;
  lat: number;
}

/** What is known of a device's moving; see `places/movement.ts`. */
export interface DeviceMotionTable {
  device_id: string;
  at: Stamp;
  ref_at: Stamp;
  ref_lng: number;
  ref_lat: number;
  out_at: Stamp;
  out_lng: number;
  out_lat: number;
  outs: number;
}

export interface SlaveTable {
  id: string;
  device_id: string;
  no: number;
  name: string;
  recipe_id: string;
}

export interface RecipeTable extends Edited {
  id: string;
  company_id: string;
  name: string;
  description: string;
  created_at: Stamp;
}

export interface PointTable extends Edited {
  id: string;
  recipe_id: string;
  name: string;
  name_en: string;
  address: string;
  category_id: string | null;
  default_value: string;
  value_type: string;
  integer_digits: number | null;
  decimals: number | null;
  unit: string;
  min: number | null;
  max: number | null;
  start_bit: number | null;
  end_bit: number | null;
  enumeration: string;
  receive_formula: string;
  send_formula: string;
  store_mode: number;
  display: Flag;
  writable: Flag;
  data_source: string;
  auth: number;
  sort: number;
  icon_group_id: ColumnType<string | null, string | null | undefined, string | null>;
  register_type: ColumnType<string | null, string | null | undefined, string | null>;
  byte_order: ColumnType<string, string | undefined, string>;
  word_order: ColumnType<string, string | undefined, string>;
  coding: ColumnType<string, string | undefined, string>;
  registers: ColumnType<number | null, number | null | undefined, number | null>;
  poll_seconds: ColumnType<number | null, number | null | undefined, number | null>;
}

export interface AlarmTriggerTable extends Edited, WatchedColumns {
  id: string;
  company_id: string;
  device_id: string | null;
  /** The template that it was made from, with its device. */
  template_id: ColumnType<string | null, string | null | undefined, string | null>;
  alarm_group_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** Of all devices those of this type alone. */
  device_type_id: ColumnType<string | null, string | null | undefined, string | null>;
  enabled: Flag;
  created_at: Stamp;
}

/** One alarm from raise to release to processing. `open_key` is rule|device|slave while it is open and null afterwards: unique. */
export interface AlarmLogTable {
  id: string;
  company_id: string;
  device_id: string;
  slave: number;
  rule_id: string | null;
  rule_name: string;
  /** Of the rule, as it was called then. */
  type_name: ColumnType<string, string | undefined, string>;
  type_name_en: ColumnType<string, string | undefined, string>;
  point_id: string | null;
  point_name: string;
  point_name_en: string;
  unit: string;
  level: number;
  state: number;
  content: string;
  content_en: string;
  value: string | null;
  open_key: string | null;
  raised_at: Stamp;
  released_at: Stamp | null;
  processed_at: Stamp | null;
  processor_id: string | null;
  processor: string;
  remark: string;
  /** How often it was raised again while it was young and unprocessed, and when last. */
  repeats: ColumnType<number, number | undefined, number>;
  repeated_at: ColumnType<Stamp | null, Stamp | null | undefined, Stamp | null>;
  /** A mask held it back when it was raised, or its device has notices off: nobody was told. */
  masked: ColumnType<Flag, Flag | undefined, Flag>;
  /** The mask that it was raised under. */
  mask_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** How often it was told again, when last and when next. */
  reminders: ColumnType<number, number | undefined, number>;
  reminded_at: ColumnType<Stamp | null, Stamp | null | undefined, Stamp | null>;
  reminds_at: ColumnType<Stamp | null, Stamp | null | undefined, Stamp | null>;
}

/** What the engine has to remember between readings and across restarts: since when a condition holds, what was seen last. */
export interface AlarmPendingTable {
  key: string;
  rule_id: string;
  device_id: string;
  slave: number;
  since: Stamp | null;
  last_value: string | null;
}

export interface AlarmSwitchTable {
  user_id: string;
  level: number;
  notice: Flag;
  sound: Flag;
  desktop: Generated<Flag>;
  /** Null is the level's own. */
  tone: Generated<string | null>;
}

export interface DeviceStateLogTable {
  id: string;
  device_id: string;
  company_id: string;
  online: Flag;
  at: Stamp;
  reason: string;
}

export interface DeviceEventTable {
  id: string;
  device_id: string;
  company_id: string;
  kind: string;
  at: Stamp;
  content: string;
  user_id: string | null;
  account: string;
  result: string;
}

export interface OperationLogTable {
  seq: Generated<number>;
  at: Stamp;
  user_id: string | null;
  account: string;
  user_name: string;
  company_id: string | null;
  address: string;
  call: string;
  detail: string;
  change: Text;
  /** JSON of the organisations besides the actor's whose records it was about; the database keeps operation_record by it. */
  companies: Text;
  code: number;
  milliseconds: number;
  previous: string;
  hash: string;
}

/** A row of the operation log about the record of an organisation that did not act. */
export interface OperationRecordTable {
  company_id: string;
  seq: number;
  /** The organisation that acted. */
  actor: string;
  /** Whether the row is about records of more than one other organisation. */
  shared: Flag;
  /** JSON of the detail and the change that the organisation may see; empty: all. */
  part: string;
}

export interface OutboxTable {
  id: string;
  at: Stamp;
  channel: string;
  recipient: string;
  text: string;
}

/** Of a user who marked all as read: up to when. */
export interface NoticeReaderTable {
  user_id: string;
  read_to: Stamp;
}
/** Notices marked as read one by one since then. */
export interface NoticeReadTable {
  user_id: string;
  notice: string;
}
export interface UserTempDataTable {
  user_id: string;
  key: string;
  value: string;
  updated_at: Stamp;
}

/** A device that a user follows; low places stand first. */
export interface DeviceFavoriteTable {
  user_id: string;
  device_id: string;
  place: number;
  followed_at: Stamp;
}

export interface SampleUserTable extends Edited {
  id: string;
  company_id: string;
  name: string;
  sex: number;
  age: number;
  birth: string;
  addr: string;
  created_at: Stamp;
}

export interface SettingTable {
  key: string;
  value: string;
}

export interface Database extends RecordTables {
  company: CompanyTable;
  user: UserTable;
  user_factor: UserFactorTable;
  recovery_code: RecoveryCodeTable;
  known_browser: KnownBrowserTable;
  employee_customer: EmployeeCustomerTable;
  device_user: DeviceUserTable;
  session: SessionTable;
  role: RoleTable;
  user_role: UserRoleTable;
  role_menu: RoleMenuTable;
  menu: MenuTable;
  dict: DictTable;
  device_type: DeviceTypeTable;
  device_type_relation: DeviceTypeRelationTable;
  default_device_type: DefaultDeviceTypeTable;
  device_model: DeviceModelTable;
  sn_registry: SnRegistryTable;
  sheet_upload: SheetUploadTable;
  sheet_upload_row: SheetUploadRowTable;
  device: DeviceTable;
  device_communication: DeviceCommunicationTable;
  device_erasure: DeviceErasureTable;
  device_message_day: MessageDayTable;
  device_favorite: DeviceFavoriteTable;
  device_group_member: DeviceGroupMemberTable;
  device_company_group: DeviceCompanyGroupTable;
  device_company_group_member: DeviceCompanyGroupMemberTable;
  lease_notice: LeaseNoticeTable;
  device_place: DevicePlaceTable;
  device_motion: DeviceMotionTable;
  slave: SlaveTable;
  recipe: RecipeTable;
  point: PointTable;
  point_category: PointCategoryTable;
  data_unit: DataUnitTable;
  app_package: AppPackageTable;
  icon_group: IconGroupTable;
  device_template: DeviceTemplateTable;
  device_template_slave: DeviceTemplateSlaveTable;
  device_template_rule: DeviceTemplateRuleTable;
  device_video: DeviceVideoTable;
  icon_picture: IconPictureTable;
  device_template_ui: DeviceTemplateUiTable;
  device_template_ui_cmd: DeviceTemplateUiCmdTable;
  device_template_ui_cmd_value: DeviceTemplateUiCmdValueTable;
  device_template_ui_company: DeviceTemplateUiCompanyTable;
  saved_order: SavedOrderTable;
  saved_order_value: SavedOrderValueTable;
  app_recipe: AppRecipeTable;
  app_recipe_point: AppRecipePointTable;
  app_command: AppCommandTable;
  app_command_value: AppCommandValueTable;
  parameter_table: ParameterTableTable;
  parameter_value: ParameterValueTable;
  alarm_type: AlarmTypeTable;
  alarm_group: AlarmGroupTable;
  alarm_group_contact: AlarmGroupContactTable;
  alarm_contact: AlarmContactTable;
  alarm_mask: AlarmMaskTable;
  company_weixin: CompanyWeixinTable;
  user_weixin: UserWeixinTable;
  alarm_user_weixin: AlarmUserWeixinTable;
  weixin_scene: WeixinSceneTable;
  alarm_trigger: AlarmTriggerTable;
  alarm_trigger_template: AlarmTriggerTemplateTable;
  alarm_trigger_step: AlarmTriggerStepTable;
  alarm_log: AlarmLogTable;
  alarm_comment: AlarmCommentTable;
  alarm_escalation: AlarmEscalationTable;
  alarm_notice_event: AlarmNoticeEventTable;
  alarm_notice: AlarmNoticeTable;
  alarm_notice_attempt: AlarmNoticeAttemptTable;
  alarm_pending: AlarmPendingTable;
  alarm_switch: AlarmSwitchTable;
  device_state_log: DeviceStateLogTable;
  device_event: DeviceEventTable;
  later_command: LaterCommandTable;
  operation_log: OperationLogTable;
  operation_record: OperationRecordTable;
  job: JobTable;
  job_result: JobResultTable;
  device_change_portion: DeviceChangePortionTable;
  outbox: OutboxTable;
  notice_reader: NoticeReaderTable;
  notice_read: NoticeReadTable;
  user_temp_data: UserTempDataTable;
  sample_user: SampleUserTable;
  setting: SettingTable;
}
