import { dict } from "#contract/resources/dict.ts";
import { attach } from "#store/attach.ts";

export const dictCalls = attach(dict);
