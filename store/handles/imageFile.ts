import { imageFile } from "#contract/resources/imageFile.ts";
import { attach } from "#store/attach.ts";

export const imageFileCalls = attach(imageFile);
