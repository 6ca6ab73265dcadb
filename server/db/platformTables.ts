import type { Edited, Stamp } from "#server/db/columnTypes.ts";

export interface DataUnitTable extends Edited {
  id: string;
  company_id: string;
  name: string;
  symbol: string;
  category: string;
  created_at: Stamp;
}
