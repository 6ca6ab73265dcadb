import { license } from "#contract/resources/license.ts";
import { implement } from "#server/kit/implement.ts";
import { activateLicence, licenceFile, licenceInfoOf } from "#server/licence/licence.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { requirePlatform } from "#server/people/platform.ts";

export const licenseAnswers = implement(license, {
  lic_info(_request, { services, caller }) {
    requirePlatform(caller);
    return licenceInfoOf(services);
  },
  get_lic_file(_request, { services, caller }) {
    requirePlatform(caller);
    return licenceFile(services.db);
  },
  async atv_lic_file({ content }, { services, caller, trace }) {
    requirePlatform(caller);
    trace.detail = JSON.stringify({ characters: content.length });
    trace.change = changeOf({}, await activateLicence(services, content));
    return null;
  },
});
