import type { ColumnType, GeneratedAlways } from "kysely";
import type { Edited, Flag, OptionallyEdited, Stamp, Text } from "#server/db/columnTypes.ts";

export interface CompanyTable extends Edited {
  id: string;
  parent_id: string | null;
  /** Ids from the root down, each with a slash behind it: a subtree is a range of paths. */
  path: string;
  name: string;
  enabled: Flag;
  expires_at: Stamp | null;
  zone: string;
  level: Text;
  site: Text;
  address: Text;
  remark: Text;
  logo: Text;
  picture: Text;
  /** Working hours, `08:00-12:00` or empty. */
  morning: Text;
  afternoon: Text;
  register_type: Text;
  data_restrict: Text;
  created_at: Stamp;
  /** The name in normal form; the database keeps it. */
  search: GeneratedAlways<string>;
  /** What it has itself; the database keeps them. */
  user_count: GeneratedAlways<number>;
  role_count: GeneratedAlways<number>;
  device_count: GeneratedAlways<number>;
}

export interface UserTable extends Edited {
  id: string;
  company_id: string;
  account: string;
  /** What the account looks like in Latin letters: no new one looks like one that exists. */
  look: Text;
  user_name: string;
  nick_name: string;
  phone: string;
  /** The phone that the user answered a code from; the phone is theirs for sure while both are the same. */
  proven_phone: Text;
  /** When phone and address became what they are, if they ever were others. */
  phone_changed_at: ColumnType<Stamp, Stamp | undefined, Stamp>;
  email_changed_at: ColumnType<Stamp, Stamp | undefined, Stamp>;
  email: string;
  avatar: string;
  type: number;
  password_hash: string;
  enabled: Flag;
  second_factor: Flag;
  last_address: Text;
  last_login_at: ColumnType<Stamp | null, Stamp | null | undefined, Stamp | null>;
  created_at: Stamp;
  /** Account, names, phone and e-mail address in normal form, a line each; the database keeps it. */
  search: GeneratedAlways<string>;
}

export interface UserFactorTable {
  user_id: string;
  secret: string;
  confirmed_at: Stamp | null;
  /** The newest time step that was accepted: a code counts once. */
  last_step: ColumnType<number, number | undefined, number>;
}

export interface RecoveryCodeTable {
  user_id: string;
  hash: string;
}

/** A browser, by the hash of its mark, that signed in to the account. */
export interface KnownBrowserTable {
  user_id: string;
  browser: string;
  seen_at: Stamp;
}

export interface EmployeeCustomerTable {
  employee_id: string;
  customer_id: string;
}

export interface DeviceUserTable {
  device_id: string;
  user_id: string;
  state: number;
  at: Stamp;
  version: ColumnType<number, number | undefined, number>;
  updated_by: Text;
}

export interface SessionTable {
  id: string;
  user_id: string;
  created_at: Stamp;
  seen_at: Stamp;
  address: string;
}

export interface RoleTable extends Edited {
  id: string;
  company_id: string;
  name: string;
  description: string;
  created_at: Stamp;
}

export interface UserRoleTable {
  user_id: string;
  role_id: string;
}

/** A role's hold on one menu item: `actions` is the JSON list of the call paths that it grants. */
export interface RoleMenuTable {
  role_id: string;
  menu_id: string;
  actions: string;
}

export interface MenuTable extends OptionallyEdited {
  id: string;
  parent_id: string | null;
  path: string;
  name: string;
  name_en: string;
  icon: string;
  hidden: Flag;
  affix: Flag;
  no_cache: Flag;
  sort: number;
  /** JSON list of call paths. */
  action_list: string;
}
