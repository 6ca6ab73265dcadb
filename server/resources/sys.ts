import { sys } from "#contract/resources/sys.ts";
import { implement } from "#server/kit/implement.ts";
import { requirePlatform } from "#server/people/platform.ts";
import { readSettings, saveSettings } from "#server/system/settings.ts";

export const sysAnswers = implement(sys, {
  query(_request, { services, caller }) {
    requirePlatform(caller);
    return readSettings(services.db);
  },
  map: (_request, { services }) => ({ tiles: services.config.mapTiles ?? null }),
  async put(request, { services, caller, at, trace }) {
    requirePlatform(caller);
    trace.change = (await saveSettings(services.db, caller, request, at)).change;
    return null;
  },
});
