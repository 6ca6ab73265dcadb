import { company } from "#contract/resources/company.ts";
import { dict } from "#contract/resources/dict.ts";
import { user } from "#contract/resources/user.ts";
import { attach } from "#store/attach.ts";

export const userCalls = attach(user);
export const companyCalls = attach(company);
export const dictCalls = attach(dict);
