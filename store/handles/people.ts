import { imageFile } from "#contract/resources/imageFile.ts";
import { license } from "#contract/resources/license.ts";
import { menu } from "#contract/resources/menu.ts";
import { deviceUserBind, employeeBindCustomer, terminalUser } from "#contract/resources/relations.ts";
import { role, userRole } from "#contract/resources/role.ts";
import { sys } from "#contract/resources/sys.ts";
import { attach } from "#store/attach.ts";

export const roleCalls = attach(role);
export const userRoleCalls = attach(userRole);
export const menuCalls = attach(menu);
export const sysCalls = attach(sys);
export const licenseCalls = attach(license);
export const imageFileCalls = attach(imageFile);
export const employeeBindCustomerCalls = attach(employeeBindCustomer);
export const deviceUserBindCalls = attach(deviceUserBind);
export const terminalUserCalls = attach(terminalUser);
