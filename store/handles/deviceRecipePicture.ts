import { deviceRecipePicture } from "#contract/resources/deviceRecipePicture.ts";
import { attach } from "#store/attach.ts";

export const deviceRecipePictureCalls = attach(deviceRecipePicture);
