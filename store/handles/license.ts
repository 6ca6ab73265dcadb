import { license } from "#contract/resources/license.ts";
import { attach } from "#store/attach.ts";

export const licenseCalls = attach(license);
