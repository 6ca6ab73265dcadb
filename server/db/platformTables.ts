import type { Edited, Stamp } from "#server/db/columnTypes.ts";

export interface DataUnitTable extends Edited {
  id: string;
  company_id: string;
  name: string;
  symbol: string;
  category: string;
  created_at: Stamp;
}

export interface AppPackageTable extends Edited {
  id: string;
  name: string;
  platform: string;
  path: string;
  size: number | null;
  version_name: string;
  version_number: string;
  /** The version number as text that sorts as its numbers do. */
  version_key: string;
  created_at: Stamp;
}

export interface SavedOrderTable extends Edited {
  id: string;
  company_id: string;
  recipe_id: string;
  name: string;
  slave: number | null;
  remark: string;
  created_at: Stamp;
}

export interface SavedOrderValueTable {
  order_id: string;
  place: number;
  point_id: string;
  /** JSON. */
  value: string;
}

export interface IconGroupTable extends Edited {
  id: string;
  company_id: string;
  name: string;
  created_at: Stamp;
}

export interface IconPictureTable extends Edited {
  id: string;
  group_id: string;
  value: string;
  /** What the value is compared by. */
  value_key: string;
  picture: string;
  created_at: Stamp;
}
