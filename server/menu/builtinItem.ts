/** Items that the product brings; each capability adds its own. Ids are stable, so that what an administrator changed is kept. */
export interface BuiltinItem {
  id: string;
  path: string;
  name: string;
  nameEn: string;
  icon?: string;
  hidden?: boolean;
  affix?: boolean;
  noCache?: boolean;
  /** Kept by the platform's own organisation: no role but the administrators' holds it from the start. */
  platform?: boolean;
  /** Call paths without /api/. */
  actions?: readonly string[];
  children?: readonly BuiltinItem[];
}

/** Of every list that can be filtered by organisation. */
export const pickCompany = "company/query_mini";
