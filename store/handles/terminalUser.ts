import { terminalUser } from "#contract/resources/relations.ts";
import { attach } from "#store/attach.ts";

export const terminalUserCalls = attach(terminalUser);
