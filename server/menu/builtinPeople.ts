import type { Call } from "#contract/kit/call.ts";
import { company } from "#contract/resources/company.ts";
import { alarmUserWeixin, companyWeixin, userWeixin } from "#contract/resources/companyWeixin.ts";
import { device } from "#contract/resources/device.ts";
import { deviceTemplateUi } from "#contract/resources/deviceTemplateUi.ts";
import { deviceTemplateUiCompany } from "#contract/resources/deviceTemplateUiCompany.ts";
import { dict } from "#contract/resources/dict.ts";
import { license } from "#contract/resources/license.ts";
import { menu } from "#contract/resources/menu.ts";
import { deviceUserBind, employeeBindCustomer, terminalUser } from "#contract/resources/relations.ts";
import { role, userRole } from "#contract/resources/role.ts";
import { sys } from "#contract/resources/sys.ts";
import { user } from "#contract/resources/user.ts";
import { type BuiltinItem, pickCompany } from "#server/menu/builtinItem.ts";
import { platformItems } from "#server/menu/builtinPlatform.ts";

const companyCalls = [
  company.calls.query,
  pickCompany,
  company.calls.get,
  company.calls.query_tree,
  company.calls.post,
  company.calls.put,
  company.calls.delete,
  company.calls.enable,
  company.calls.disable,
];

/** Organisations, users and roles, and what the platform keeps for all of them. */
export const peopleMenu: readonly BuiltinItem<Call>[] = [
  {
    id: "company",
    path: "/company",
    name: "组织管理",
    nameEn: "Organisations",
    icon: "office",
    children: [
      {
        id: "company.tree",
        path: "/company/companyTree",
        name: "组织架构",
        nameEn: "Organisation tree",
        icon: "diagram-tree",
        actions: companyCalls,
      },
      { id: "company.list", path: "/company/list", name: "组织列表", nameEn: "Organisation list", icon: "th-list", actions: companyCalls },
      {
        id: "company.detail",
        path: "/company/companyDetail",
        name: "组织信息",
        nameEn: "Organisation",
        icon: "id-number",
        actions: [company.calls.get, company.calls.update_my, user.calls.get_child, userRole.calls.query_user],
      },
      {
        id: "company.ui",
        path: "/company/companyUI",
        name: "面板关联",
        nameEn: "Panel links",
        icon: "link",
        actions: [...Object.values(deviceTemplateUiCompany.calls), deviceTemplateUi.calls.query, pickCompany],
      },
      {
        id: "company.weixin",
        path: "/company/weixin",
        name: "微信公众号",
        nameEn: "WeChat accounts",
        icon: "notifications-updated",
        actions: [
          ...[companyWeixin.calls.query, companyWeixin.calls.get, companyWeixin.calls.post, companyWeixin.calls.put],
          ...[companyWeixin.calls.delete, companyWeixin.calls.try, pickCompany],
        ],
      },
      {
        id: "company.weixinUsers",
        path: "/company/weixin/users",
        name: "微信绑定用户",
        nameEn: "WeChat users",
        icon: "mobile-phone",
        actions: [userWeixin.calls.query, userWeixin.calls.delete, pickCompany],
      },
      {
        id: "company.weixinContacts",
        path: "/company/weixin/contacts",
        name: "微信报警联系人",
        nameEn: "WeChat contacts",
        icon: "id-number",
        actions: [alarmUserWeixin.calls.query, alarmUserWeixin.calls.delete, pickCompany],
      },
      {
        id: "company.customers",
        path: "/company/customers",
        name: "客户关系",
        nameEn: "Customer relations",
        icon: "people",
        actions: [employeeBindCustomer.calls.query, employeeBindCustomer.calls.batchBindCustomer, user.calls.get_child, pickCompany],
      },
    ],
  },
  {
    id: "user",
    path: "/user",
    name: "用户管理",
    nameEn: "Users",
    icon: "user",
    children: [
      { id: "user.list", path: "/user/list", name: "本组织用户", nameEn: "Organisation users", icon: "user", actions: [user.calls.query] },
      {
        id: "user.children",
        path: "/user/children",
        name: "子用户",
        nameEn: "Sub-users",
        icon: "people",
        actions: [
          user.calls.get_child,
          user.calls.add_child,
          user.calls.add_child_company,
          user.calls.edit_child,
          user.calls.edit_child_role,
          user.calls.enable,
          user.calls.disable,
          user.calls.delete_child,
          user.calls.reset_child_pass,
          userRole.calls.query_child_user,
          company.calls.query_tree,
          pickCompany,
        ],
      },
      {
        id: "user.terminal",
        path: "/user/terminal",
        name: "终端用户",
        nameEn: "End users",
        icon: "mobile-phone",
        actions: [
          terminalUser.calls.query,
          terminalUser.calls.get,
          terminalUser.calls.post,
          terminalUser.calls.put,
          terminalUser.calls.delete,
          user.calls.query_device_user,
          device.calls.query_user_count,
          deviceUserBind.calls.queryUser,
          deviceUserBind.calls.queryDevices,
          deviceUserBind.calls.auth,
          deviceUserBind.calls.removeAuth,
          device.calls.query_mini,
          pickCompany,
        ],
      },
      {
        id: "role.list",
        path: "/role/list",
        name: "角色管理",
        nameEn: "Roles",
        icon: "key",
        actions: [
          userRole.calls.query_user,
          role.calls.post,
          role.calls.put,
          role.calls.delete,
          role.calls.permission,
          role.calls.authorize,
          pickCompany,
        ],
      },
      {
        id: "user.profile",
        path: "/user/profile",
        name: "个人信息",
        nameEn: "Profile",
        hidden: true,
        actions: [user.calls.update, user.calls.update_pass, user.calls.totp_begin, user.calls.totp_confirm, user.calls.totp_end],
      },
    ],
  },
  {
    id: "system",
    path: "/system",
    name: "系统管理",
    nameEn: "System",
    icon: "cog",
    children: [
      {
        id: "system.settings",
        path: "/system/settings",
        name: "系统设置",
        nameEn: "System settings",
        icon: "settings",
        platform: true,
        actions: [sys.calls.query, sys.calls.put],
      },
      {
        id: "system.dict",
        path: "/system/dict",
        name: "字典管理",
        nameEn: "Dictionaries",
        icon: "book",
        platform: true,
        actions: [dict.calls.get, dict.calls.post, dict.calls.put, dict.calls.delete],
      },
      {
        id: "system.menus",
        path: "/system/menus",
        name: "菜单管理",
        nameEn: "Menus",
        icon: "menu",
        platform: true,
        actions: [menu.calls.query, menu.calls.get, menu.calls.post, menu.calls.put, menu.calls.delete],
      },
      {
        id: "system.licence",
        path: "/system/license",
        name: "系统许可",
        nameEn: "Licence",
        icon: "endorsed",
        platform: true,
        actions: [license.calls.lic_info, license.calls.get_lic_file, license.calls.atv_lic_file],
      },
      ...platformItems,
    ],
  },
];
