import type { Resource } from "#contract/kit/call.ts";
import { records } from "#contract/records.ts";
import { alarmLog, alarmSwitch, alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmContact, alarmGroup } from "#contract/resources/alarmGroup.ts";
import { alarmMask } from "#contract/resources/alarmMask.ts";
import { alarmTriggerTemplate } from "#contract/resources/alarmTriggerTemplate.ts";
import { alarmTry } from "#contract/resources/alarmTry.ts";
import { alarmType } from "#contract/resources/alarmType.ts";
import { appVersion } from "#contract/resources/appVersion.ts";
import { auth } from "#contract/resources/auth.ts";
import { company } from "#contract/resources/company.ts";
import { alarmUserWeixin, companyWeixin, userWeixin } from "#contract/resources/companyWeixin.ts";
import { device, deviceSlave } from "#contract/resources/device.ts";
import { deviceArgument } from "#contract/resources/deviceArgument.ts";
import { deviceChange } from "#contract/resources/deviceChange.ts";
import { deviceCompanyGroup } from "#contract/resources/deviceCompanyGroup.ts";
import { deviceData } from "#contract/resources/deviceData.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceDataRecipeApp } from "#contract/resources/deviceDataRecipeApp.ts";
import { deviceDataRecipeAppCmd } from "#contract/resources/deviceDataRecipeAppCmd.ts";
import { deviceDataRecipeBodyType } from "#contract/resources/deviceDataRecipeBodyType.ts";
import { deviceFavorites } from "#contract/resources/deviceFavorites.ts";
import { deviceGroupMember } from "#contract/resources/deviceGroupMember.ts";
import { deviceLocationTrack } from "#contract/resources/deviceLocationTrack.ts";
import { deviceMessage } from "#contract/resources/deviceMessage.ts";
import { deviceModel } from "#contract/resources/deviceModel.ts";
import { deviceRecipePicture } from "#contract/resources/deviceRecipePicture.ts";
import { deviceStateLog } from "#contract/resources/deviceStateLog.ts";
import { deviceTemplate } from "#contract/resources/deviceTemplate.ts";
import { deviceTemplateUi } from "#contract/resources/deviceTemplateUi.ts";
import { deviceTemplateUiCmd } from "#contract/resources/deviceTemplateUiCmd.ts";
import { deviceTemplateUiCompany } from "#contract/resources/deviceTemplateUiCompany.ts";
import { deviceAttr, deviceType, deviceTypeRelation } from "#contract/resources/deviceType.ts";
import { deviceUnitType } from "#contract/resources/deviceUnitType.ts";
import { deviceVideo } from "#contract/resources/deviceVideo.ts";
import { dict } from "#contract/resources/dict.ts";
import { imageFile } from "#contract/resources/imageFile.ts";
import { job } from "#contract/resources/job.ts";
import { license } from "#contract/resources/license.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { menu } from "#contract/resources/menu.ts";
import { notice } from "#contract/resources/notice.ts";
import { order } from "#contract/resources/order.ts";
import { deviceUserBind, employeeBindCustomer, terminalUser } from "#contract/resources/relations.ts";
import { role, userRole } from "#contract/resources/role.ts";
import { sample } from "#contract/resources/sample.ts";
import { sheetImport } from "#contract/resources/sheetImport.ts";
import { sys } from "#contract/resources/sys.ts";
import { user } from "#contract/resources/user.ts";
import { userTempData } from "#contract/resources/userTempData.ts";

/** Every resource, for loops over the contract. Types are never inferred through this list. */
export const resources: readonly Resource[] = [
  auth,
  user,
  company,
  role,
  userRole,
  menu,
  sys,
  dict,
  license,
  imageFile,
  sheetImport,
  appVersion,
  employeeBindCustomer,
  deviceUserBind,
  terminalUser,
  sample,
  device,
  deviceSlave,
  deviceChange,
  deviceMessage,
  deviceFavorites,
  deviceType,
  deviceTypeRelation,
  deviceAttr,
  deviceLocationTrack,
  deviceVideo,
  deviceModel,
  ...records,
  deviceGroupMember,
  deviceCompanyGroup,
  deviceDataRecipe,
  deviceDataLog,
  deviceData,
  deviceDataRecipeBodyType,
  deviceTemplate,
  deviceDataRecipeAppCmd,
  deviceDataRecipeApp,
  deviceArgument,
  deviceTemplateUiCmd,
  deviceTemplateUiCompany,
  deviceTemplateUi,
  deviceUnitType,
  deviceRecipePicture,
  order,
  alarmType,
  alarmGroup,
  alarmContact,
  alarmTrigger,
  alarmMask,
  companyWeixin,
  alarmUserWeixin,
  userWeixin,
  alarmTry,
  alarmTriggerTemplate,
  alarmLog,
  alarmSwitch,
  notice,
  job,
  deviceEvent,
  deviceStateLog,
  userTempData,
];

/** The resource of each call, by its path. */
export const resourceOfPath: ReadonlyMap<string, Resource> = new Map(
  resources.flatMap((resource) => Object.values(resource.calls).map(({ path }) => [path, resource] as const)),
);
