import { z } from "zod";
import { commandedSns, gatewayCommand } from "#contract/resources/order.ts";
import { timingField, timingRequest } from "./timing.ts";

/** The SNs of a text, each once: one in a line, or with blanks, commas or semicolons between them. */
export const snsIn = (text: string): string[] => [...new Set(text.split(/[\s,;，；、]+/).filter((sn) => sn !== ""))];

const typed = z.object({
  sns: z.string().transform(snsIn).pipe(commandedSns),
  /** Where what is written comes from. */
  source: z.enum(["order", "values"]),
  id: z.string(),
  recipeId: z.string(),
  slave: gatewayCommand.shape.slave,
  values: z.unknown(),
  timing: timingField,
});

/** What is filled in on the gateway command screen: a saved command, or the values themselves. */
export const gatewayForm = typed.superRefine(({ source, id, timing: _, ...written }, context) => {
  if (source === "order") {
    if (id === "") context.addIssue({ code: "custom", path: ["id"], message: "rule.required" });
    return;
  }
  for (const { path, message } of gatewayCommand.safeParse(written).error?.issues ?? [])
    context.addIssue({ code: "custom", path: [...path], message });
});

/** What is sent of it. */
export const gatewayRequest = ({ sns, source, id, recipeId, slave, values, timing }: z.output<typeof gatewayForm>) => ({
  sns,
  ...(source === "order" ? { id } : gatewayCommand.parse({ recipeId, slave, values })),
  ...timingRequest(timing),
});
