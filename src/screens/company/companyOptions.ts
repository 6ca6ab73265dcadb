import { limits } from "#contract/limits.ts";
import type { Option } from "#src/kit/form/fields.tsx";
import { companyCalls } from "#store/handles/session.ts";

/** The caller's organisations by name, to choose one from; the first thousand where there are more. */
export const useCompanyOptions = (): readonly Option[] => {
  const { data } = companyCalls.query.useQuery({ pageSize: limits.page.max });
  return (data?.list ?? []).map(({ id, name, parentName }) => ({ value: id, label: parentName ? `${name} (${parentName})` : name }));
};
