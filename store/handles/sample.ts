import { sample } from "#contract/resources/sample.ts";
import { attach } from "#store/attach.ts";

export const sampleCalls = attach(sample);
