import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, list, utcTime } from "#contract/kit/page.ts";
import { recordCalls, recordRow } from "#contract/kit/record.ts";
import { filterText, paragraph, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import { groupMember, membersAsked } from "#contract/resources/deviceGroupMember.ts";

export const companyGroupFields = z.object({ name: text(limits.names.device), remark: paragraph(limits.remark) });

export const companyGroupRow = z.object({
  ...recordRow,
  name: z.string(),
  remark: z.string(),
  /** Devices that are in it whole or with some slaves, and slaves that are in it alone. */
  devices: z.number(),
  slaves: z.number(),
  companyName: z.string(),
  updatedAt: utcTime,
});
export type CompanyGroupRow = z.output<typeof companyGroupRow>;

const {
  query,
  get,
  post,
  put,
  delete: remove,
} = recordCalls({
  fields: companyGroupFields,
  row: companyGroupRow,
  filters: { ...companyFilter, search: filterText },
  sortable: ["name", "devices", "slaves", "companyName", "updatedAt"],
});

const anyIds = z.array(id).max(limits.bulk).default([]);
const some = z
  .object({ id, deviceIds: anyIds, slaveIds: anyIds })
  .refine(({ deviceIds, slaveIds }) => deviceIds.length + slaveIds.length > 0, {
    error: "rule.chooseOne",
    path: ["deviceIds"],
  });

/** Groups of an organisation's devices, seen and changed by it and those above: end users have none. Each holds whole devices and single slaves. */
export const deviceCompanyGroup = resource(
  "device_company_group",
  {
    query,
    get,
    post,
    put,
    delete: write(remove.request, remove.response, { touches: ["device"] }),
    /** What the group of this id holds. */
    query_group_slave: read(membersAsked, list(groupMember), { brings: ["device"] }),
    /** A whole device takes the place of its single slaves; what is in the group stays. */
    add_to_group: write(some, z.object({ added: z.number() }), { touches: ["device", "device_group_member"] }),
    /** Devices that are in it whole, and single slaves. */
    remove_from_group: write(some, z.object({ removed: z.number() }), { touches: ["device", "device_group_member"] }),
  },
  { zh: "组织分组", en: "organisation group" },
);
