import { deviceVideo } from "#contract/resources/deviceVideo.ts";
import { attach } from "#store/attach.ts";

export const deviceVideoCalls = attach(deviceVideo);
