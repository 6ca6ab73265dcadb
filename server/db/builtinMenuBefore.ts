/**
 * The menu and the roles that the product brought before it kept what it had brought; frozen. A line an item: id, parent, path, names, icon,
 * hidden, affix, not kept alive, place, calls.
 */
export const itemsBefore = `
alarms||/alarms|报警管理|Alarms|notifications|0|0|0|50|
alarms.history|alarms|/alarms/history|报警历史|Alarm history|history|0|0|0|0|alarm_log/query alarm_log/get alarm_log/recover alarm_log/count alarm_log/countLevel
alarms.rule|alarms|/alarms/triggers/add|报警规则编辑|Alarm rule||1|0|1|20|alarm_trigger/post alarm_trigger/put alarm_trigger/get device_data_recipe/query device_data_recipe/get device_data_recipe/list_body device_data_recipe/get_body device/query_mini
alarms.rules|alarms|/alarms/triggerslist|报警规则|Alarm rules|filter-list|0|0|0|10|alarm_trigger/query alarm_trigger/get alarm_trigger/delete alarm_trigger/open_or_close alarm_trigger/open_or_close_mask alarm_trigger/post alarm_trigger/put
alarms.sound|alarms|/alarms/sound|声音设置|Sound settings|volume-up|0|0|0|30|
company||/company|组织管理|Organisations|office|0|0|0|60|
company.customers|company|/company/customers|客户关系|Customer relations|people|0|0|0|30|employee_bind_customer/query employee_bind_customer/batchBindCustomer user/get_child
company.detail|company|/company/companyDetail|组织信息|Organisation|id-number|0|0|0|20|company/get company/update_my user/get_child user_role/query_user
company.list|company|/company/list|组织列表|Organisation list|th-list|0|0|0|10|company/query company/get company/query_tree company/post company/put company/delete company/enable company/disable
company.tree|company|/company/companyTree|组织架构|Organisation tree|diagram-tree|0|0|0|0|company/query company/get company/query_tree company/post company/put company/delete company/enable company/disable
devices||/devices|设备管理|Devices|cube|0|0|0|30|
devices.adds|devices|/devices/adds|添加设备|Add device||1|0|1|20|device/post device/query device/get device/query_mini device_slave/query device_type/query device_model/query device_data_recipe/query device_data_recipe/get device_data_recipe/list_body device_data_recipe/get_body
devices.detail|devices|/devices/deviceDatail|设备详情|Device detail||1|0|0|10|device/query device/get device/query_mini device_slave/query device_type/query device_model/query device/cmd device/put device_data_log/query_mutil device_event/query alarm_log/query alarm_log/recover
devices.edit|devices|/devices/edit|设备属性|Device properties||1|0|1|30|device/put device/query device/get device/query_mini device_slave/query device_type/query device_model/query device_data_recipe/query device_data_recipe/get device_data_recipe/list_body device_data_recipe/get_body
devices.history|devices|/devices/history|历史数据|History|timeline-line-chart|0|0|0|40|device/query device/get device/query_mini device_slave/query device_type/query device_model/query device_data_log/query device_data_log/query_mutil device_data_log/dlexcel
devices.icons|system|/devices/icon/grouplist|图标组图片|Icon group pictures||1|0|0|60|device_recipe_picture/query device_recipe_picture/get device_recipe_picture/query_body device_recipe_picture/get_body device_recipe_picture/add_body device_recipe_picture/put_body device_recipe_picture/delete_body
devices.list|devices|/devices/list|设备列表|Device list|list|0|0|0|0|device/query device/get device/query_mini device_slave/query device_type/query device_model/query device/post device/put device/delete device_data_recipe/query device_data_recipe/get device_data_recipe/list_body device_data_recipe/get_body
devices.logs|devices|/devices/logs|设备日志|Device logs|time|0|0|0|60|device_state_log/query device_state_log/daily_count device_state_log/dlexcel device_event/query device/query_mini device/get
devices.operations|devices|/devices/query_user_event|操作日志|Operation log|history|0|0|0|50|device_event/query_user_event device_event/dlexcel_user_event
home||/home_page|首页|Home|home|0|0|0|0|device/query alarm_log/count alarm_log/countLevel alarm_log/query
monitor||/monitor|首页|Home|home|1|1|0|10|device/query alarm_log/count alarm_log/countLevel alarm_log/query
newindex||/newindex|大屏|Large screen|presentation|0|0|0|20|device/query alarm_log/count alarm_log/countLevel alarm_log/query
role.list|user|/role/list|角色管理|Roles|key|0|0|0|30|user_role/query_user role/post role/put role/delete role/permission role/authorize
sample||/sample|示例|Samples|lab-test|0|0|0|90|
sample.charts|sample|/sample/charts|示例图表|Sample charts|chart|0|0|0|10|sample/user/list
sample.notice|sample|/sample/notice|示例通知|Sample notice|notifications-updated|0|0|0|20|
sample.users|sample|/sample/users|示例用户|Sample users|people|0|0|0|0|sample/user/list sample/user/listpage sample/user/add sample/user/edit sample/user/remove sample/user/batchremove
system||/system|系统管理|System|cog|0|0|0|80|
system.apps|system|/system/app_version|应用安装包|App packages|mobile-phone|0|0|0|80|app_version/query app_version/get app_version/post app_version/put app_version/delete app_version/upload
system.dict|system|/system/dict|字典管理|Dictionaries|book|0|0|0|10|dict/get dict/post dict/put dict/delete
system.icons|system|/system/icon_group|图标组|Icon groups|media|0|0|0|50|device_recipe_picture/query device_recipe_picture/get device_recipe_picture/query_body device_recipe_picture/get_body device_recipe_picture/post device_recipe_picture/put device_recipe_picture/delete
system.licence|system|/system/license|系统许可|Licence|endorsed|0|0|0|30|license/lic_info license/get_lic_file license/atv_lic_file
system.menus|system|/system/menus|菜单管理|Menus|menu|0|0|0|20|menu/query menu/get menu/post menu/put menu/delete
system.orders|system|/system/orders|指令管理|Saved orders|send-message|0|0|0|70|order/query order/get order/post order/put order/delete order/send device/cmd device/query_mini device_data_recipe/query device_data_recipe/list_body
system.settings|system|/system/settings|系统设置|Settings|settings|0|0|0|0|sys/query sys/put
system.units|system|/system/data_unit|数据单位|Data units|percentage|0|0|0|40|device_unit_type/query device_unit_type/get device_unit_type/post device_unit_type/put device_unit_type/delete
template||/template|模板管理|Templates|document|0|0|0|40|
template.adds|template|/template/adds|添加数据点|Add data point||1|0|1|20|device_data_recipe/query device_data_recipe/get device_data_recipe/list_body device_data_recipe/get_body device_data_recipe/add_body device_unit_type/query device_recipe_picture/query
template.edit|template|/template/edit|数据点列表|Data points||1|0|0|10|device_data_recipe/query device_data_recipe/get device_data_recipe/list_body device_data_recipe/get_body device_data_recipe/add_body device_data_recipe/put_body device_data_recipe/delete_body
template.edits|template|/template/edits|编辑数据点|Edit data point||1|0|1|30|device_data_recipe/query device_data_recipe/get device_data_recipe/list_body device_data_recipe/get_body device_data_recipe/put_body device_unit_type/query device_recipe_picture/query
template.list|template|/template/list|数据模板|Data templates|th-list|0|0|0|0|device_data_recipe/query device_data_recipe/get device_data_recipe/list_body device_data_recipe/get_body device_data_recipe/post device_data_recipe/put device_data_recipe/delete
user||/user|用户管理|Users|user|0|0|0|70|
user.children|user|/user/children|子用户|Child users|people|0|0|0|10|user/get_child user/add_child user/add_child_company user/edit_child user/edit_child_role user/enable user/disable user/delete_child user/reset_child_pass user_role/query_child_user company/query_tree
user.list|user|/user/list|本组织用户|Own users|user|0|0|0|0|user/query
user.profile|user|/user/profile|个人信息|Profile||1|0|0|40|user/update user/update_pass user/totp_begin user/totp_confirm user/totp_end
user.terminal|user|/user/terminal|终端用户|End consumers|mobile-phone|0|0|0|20|terminal_user/query terminal_user/get terminal_user/post terminal_user/put terminal_user/delete user/query_device_user device_user_bind/queryUser device_user_bind/queryDevices device_user_bind/auth device_user_bind/removeAuth device/query_mini
`;

/** A role, and below it the items that it held in full, but for what stands behind a minus. */
export const grantsBefore = `
role-administrator
  alarms.history
  alarms.rule
  alarms.rules
  alarms.sound
  company.customers
  company.detail
  company.list
  company.tree
  devices.adds
  devices.detail
  devices.edit
  devices.history
  devices.icons
  devices.list
  devices.logs
  devices.operations
  home
  monitor
  newindex
  role.list
  sample.charts
  sample.notice
  sample.users
  system.apps
  system.dict
  system.icons
  system.licence
  system.menus
  system.orders
  system.settings
  system.units
  template.adds
  template.edit
  template.edits
  template.list
  user.children
  user.list
  user.profile
  user.terminal
role-official-account
  alarms.history -alarm_log/recover
  alarms.sound
  devices.detail -device/cmd -device/put -alarm_log/recover
  devices.history
  devices.list -device/post -device/put -device/delete
  home
  monitor
  user.profile
role-owner
  alarms.history
  alarms.rule
  alarms.rules
  alarms.sound
  company.customers
  company.detail
  company.list
  company.tree
  devices.adds
  devices.detail
  devices.edit
  devices.history
  devices.icons
  devices.list
  devices.logs
  devices.operations
  home
  monitor
  newindex
  role.list
  sample.charts
  sample.notice
  sample.users
  system.icons
  system.orders
  system.units
  template.adds
  template.edit
  template.edits
  template.list
  user.children
  user.list
  user.profile
  user.terminal
role-repairman
  alarms.history
  alarms.sound
  devices.detail -device/put
  devices.history
  devices.list -device/post -device/put -device/delete -device_data_recipe/query -device_data_recipe/list_body
  devices.logs
  home
  monitor
  newindex
  system.orders -order/post -order/put -order/delete -device_data_recipe/query -device_data_recipe/list_body
  user.profile
role-staff
  alarms.history
  alarms.rule
  alarms.rules
  alarms.sound
  devices.adds
  devices.detail
  devices.edit
  devices.history
  devices.icons
  devices.list -device/delete
  devices.logs
  home
  monitor
  newindex
  sample.charts
  sample.notice
  sample.users
  system.icons
  system.orders
  system.units
  template.adds
  template.edit
  template.edits
  template.list
  user.profile
role-user
  alarms.history -alarm_log/recover
  alarms.sound
  devices.detail -device/cmd -device/put -alarm_log/recover
  devices.history
  devices.list -device/post -device/put -device/delete
  home
  monitor
  user.profile
`;
