import { type Condition, conditions } from "#contract/resources/alarmCondition.ts";

export const isCondition = (value: unknown): value is Condition => conditions.some((condition) => condition === value);
