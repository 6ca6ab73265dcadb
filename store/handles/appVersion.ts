import { appVersion } from "#contract/resources/appVersion.ts";
import { attach } from "#store/attach.ts";

export const appVersionCalls = attach(appVersion);
