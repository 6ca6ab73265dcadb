import type { WriteFault } from "#contract/point/writtenValue.ts";
import { type FieldFault, Problem } from "#server/kit/problem.ts";

export const writeProblem = ({ code, values }: WriteFault): Problem => new Problem(code, { values });

export const writeFieldFault = (path: string, { code, values }: WriteFault): FieldFault => ({ path, message: `code.${code}`, values });
