import type { z } from "zod";
import type { employeeBindCustomer } from "#contract/resources/relations.ts";

/** An employee with the customers that it serves. */
export type Employee = z.output<(typeof employeeBindCustomer)["calls"]["query"]["response"]>["list"][number];
