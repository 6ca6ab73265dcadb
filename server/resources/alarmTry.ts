import { alarmTry } from "#contract/resources/alarmTry.ts";
import { tryRule } from "#server/alarm/tryRule.ts";
import { implement } from "#server/kit/implement.ts";

export const alarmTryAnswers = implement(alarmTry, {
  run: (request, { services, caller }) => tryRule(services.db, services.telemetry, caller, request, services.now()),
});
