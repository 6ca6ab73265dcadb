import { z } from "zod";
import { read, resource } from "#contract/kit/call.ts";

export const company = resource("company", {
  get_my: read(z.object({}), z.object({ id: z.string(), name: z.string(), zone: z.string() }), { access: "signedIn" }),
});
