import { z } from "zod";
import { limits } from "#contract/limits.ts";

/** The number of a slave: the unit id where Modbus is used. */
export const slaveNumber = z
  .number("rule.slaveNumber")
  .int("rule.slaveNumber")
  .min(limits.slave.min, "rule.slaveNumber")
  .max(limits.slave.max, "rule.slaveNumber");
