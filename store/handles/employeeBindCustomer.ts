import { employeeBindCustomer } from "#contract/resources/relations.ts";
import { attach } from "#store/attach.ts";

export const employeeBindCustomerCalls = attach(employeeBindCustomer);
