import { dict } from "#contract/resources/dict.ts";
import { implement } from "#server/kit/implement.ts";
import { dictionary } from "#server/system/dictionary.ts";

export const dictAnswers = implement(dict, dictionary.answers);
