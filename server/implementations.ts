import type { Implementation } from "#server/kit/implement.ts";
import { alarmContactAnswers, alarmGroupAnswers } from "#server/resources/alarmGroup.ts";
import { alarmLogAnswers } from "#server/resources/alarmLog.ts";
import { alarmMaskAnswers } from "#server/resources/alarmMask.ts";
import { alarmSwitchAnswers } from "#server/resources/alarmSwitch.ts";
import { alarmTriggerAnswers } from "#server/resources/alarmTrigger.ts";
import { alarmTriggerTemplateAnswers } from "#server/resources/alarmTriggerTemplate.ts";
import { alarmTryAnswers } from "#server/resources/alarmTry.ts";
import { alarmTypeAnswers } from "#server/resources/alarmType.ts";
import { appVersionAnswers } from "#server/resources/appVersion.ts";
import { authAnswers } from "#server/resources/auth.ts";
import { companyAnswers } from "#server/resources/company.ts";
import { alarmUserWeixinAnswers, companyWeixinAnswers, userWeixinAnswers } from "#server/resources/companyWeixin.ts";
import { deviceAnswers, deviceSlaveAnswers } from "#server/resources/device.ts";
import { deviceArgumentAnswers } from "#server/resources/deviceArgument.ts";
import { deviceChangeAnswers } from "#server/resources/deviceChange.ts";
import { deviceCompanyGroupAnswers } from "#server/resources/deviceCompanyGroup.ts";
import { deviceDataAnswers } from "#server/resources/deviceData.ts";
import { deviceDataLogAnswers } from "#server/resources/deviceDataLog.ts";
import { deviceDataRecipeAnswers } from "#server/resources/deviceDataRecipe.ts";
import { deviceDataRecipeAppAnswers } from "#server/resources/deviceDataRecipeApp.ts";
import { deviceDataRecipeAppCmdAnswers } from "#server/resources/deviceDataRecipeAppCmd.ts";
import { deviceDataRecipeBodyTypeAnswers } from "#server/resources/deviceDataRecipeBodyType.ts";
import { deviceEventAnswers } from "#server/resources/deviceEvent.ts";
import { deviceFavoritesAnswers } from "#server/resources/deviceFavorites.ts";
import { deviceGroupMemberAnswers } from "#server/resources/deviceGroupMember.ts";
import { deviceLocationTrackAnswers } from "#server/resources/deviceLocationTrack.ts";
import { deviceMessageAnswers } from "#server/resources/deviceMessage.ts";
import { deviceModelAnswers } from "#server/resources/deviceModel.ts";
import { deviceRecipePictureAnswers } from "#server/resources/deviceRecipePicture.ts";
import { deviceStateLogAnswers } from "#server/resources/deviceStateLog.ts";
import { deviceTemplateAnswers } from "#server/resources/deviceTemplate.ts";
import { deviceTemplateUiAnswers } from "#server/resources/deviceTemplateUi.ts";
import { deviceTemplateUiCmdAnswers } from "#server/resources/deviceTemplateUiCmd.ts";
import { deviceTemplateUiCompanyAnswers } from "#server/resources/deviceTemplateUiCompany.ts";
import { deviceAttrAnswers, deviceTypeAnswers, deviceTypeRelationAnswers } from "#server/resources/deviceType.ts";
import { deviceUnitTypeAnswers } from "#server/resources/deviceUnitType.ts";
import { deviceVideoAnswers } from "#server/resources/deviceVideo.ts";
import { dictAnswers } from "#server/resources/dict.ts";
import { imageFileAnswers } from "#server/resources/imageFile.ts";
import { jobAnswers } from "#server/resources/job.ts";
import { licenseAnswers } from "#server/resources/license.ts";
import { menuAnswers } from "#server/resources/menu.ts";
import { noticeAnswers } from "#server/resources/notice.ts";
import { orderAnswers } from "#server/resources/order.ts";
import { plainAnswers } from "#server/resources/plainRecords.ts";
import { deviceUserBindAnswers, employeeBindCustomerAnswers, terminalUserAnswers } from "#server/resources/relations.ts";
import { roleAnswers, userRoleAnswers } from "#server/resources/role.ts";
import { sampleAnswers } from "#server/resources/sample.ts";
import { sheetImportAnswers } from "#server/resources/sheetImport.ts";
import { sysAnswers } from "#server/resources/sys.ts";
import { userAnswers } from "#server/resources/user.ts";
import { userTempDataAnswers } from "#server/resources/userTempData.ts";

/** Who answers what. A test compares this list with the contract's. */
export const implementations: readonly Implementation[] = [
  authAnswers,
  userAnswers,
  companyAnswers,
  roleAnswers,
  userRoleAnswers,
  menuAnswers,
  sysAnswers,
  dictAnswers,
  licenseAnswers,
  imageFileAnswers,
  sheetImportAnswers,
  appVersionAnswers,
  employeeBindCustomerAnswers,
  deviceUserBindAnswers,
  terminalUserAnswers,
  sampleAnswers,
  deviceAnswers,
  deviceSlaveAnswers,
  deviceChangeAnswers,
  deviceMessageAnswers,
  deviceFavoritesAnswers,
  deviceTypeAnswers,
  deviceTypeRelationAnswers,
  deviceAttrAnswers,
  deviceLocationTrackAnswers,
  deviceModelAnswers,
  deviceVideoAnswers,
  ...plainAnswers,
  deviceGroupMemberAnswers,
  deviceCompanyGroupAnswers,
  deviceDataRecipeAnswers,
  deviceDataLogAnswers,
  deviceDataAnswers,
  deviceDataRecipeBodyTypeAnswers,
  deviceTemplateAnswers,
  deviceDataRecipeAppCmdAnswers,
  deviceDataRecipeAppAnswers,
  deviceArgumentAnswers,
  deviceTemplateUiAnswers,
  deviceTemplateUiCmdAnswers,
  deviceTemplateUiCompanyAnswers,
  deviceUnitTypeAnswers,
  deviceRecipePictureAnswers,
  orderAnswers,
  alarmTypeAnswers,
  alarmGroupAnswers,
  alarmContactAnswers,
  alarmTriggerAnswers,
  alarmMaskAnswers,
  companyWeixinAnswers,
  alarmUserWeixinAnswers,
  userWeixinAnswers,
  alarmTryAnswers,
  alarmTriggerTemplateAnswers,
  alarmLogAnswers,
  alarmSwitchAnswers,
  noticeAnswers,
  jobAnswers,
  deviceEventAnswers,
  deviceStateLogAnswers,
  userTempDataAnswers,
];
