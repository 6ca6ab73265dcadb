import { appVersion } from "#contract/resources/appVersion.ts";
import { keepPackage } from "#server/files/packages.ts";
import { implement } from "#server/kit/implement.ts";
import { requirePlatform } from "#server/people/platform.ts";
import { addApp, appPath, checkNewVersion, editApp, getApp, listApps, removeApps, sweepPackages } from "#server/system/appPackages.ts";

export const appVersionAnswers = implement(appVersion, {
  query: (request, { services }) => listApps(services.db, request),
  get: ({ id }, { services }) => getApp(services.db, id),
  async post(request, { services, caller, at, trace }) {
    requirePlatform(caller);
    const { id, change } = await addApp(services.db, caller, services.config.dataDir, request, at);
    trace.change = change;
    return { id };
  },
  async put(request, { services, caller, at, trace }) {
    requirePlatform(caller);
    trace.change = await editApp(services.db, caller, services.config.dataDir, request, at);
    return null;
  },
  async delete({ ids }, { services, caller, trace }) {
    requirePlatform(caller);
    const { removed, change } = await removeApps(services.db, services.config.dataDir, ids);
    trace.change = change;
    return { removed };
  },
  async upload({ file }, { services, caller, at, trace }) {
    requirePlatform(caller);
    trace.detail = JSON.stringify({ name: file.name, bytes: file.size });
    const kept = await keepPackage(services.config.dataDir, file);
    await sweepPackages(services.db, services.config.dataDir, at);
    return kept;
  },
  check_new_version: (request, { services }) => checkNewVersion(services.db, request),
  get_app_path: (request, { services }) => appPath(services.db, request),
});
