import type { Insertable } from "kysely";
import type { PointCategoryTable } from "#server/db/pointCategories.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import type { DemoPoint } from "./templates.ts";

const categories = [
  { id: "demo-category-electricity", name: "电气", name_en: "Electricity", units: ["V", "A", "kW", "kWh", "Hz", "imp"] },
  { id: "demo-category-weather", name: "环境", name_en: "Environment", units: ["°C", "%RH", "hPa", "m/s", "°", "mm/h", "μg/m³", "W/m²"] },
];
const states = { id: "demo-category-states", name: "状态", name_en: "States" };

/** Categories of the platform's organisation. */
export const categoryRows = (at: number): Insertable<PointCategoryTable>[] =>
  [...categories, states].map(({ id, name, name_en }, place) => ({
    ...{ id, name, name_en, company_id: rootCompanyId, sort: (place + 1) * 10 },
    ...{ created_at: at, updated_at: at, updated_by: "" },
  }));

/** By what is measured: some points are in none. */
export const categoryOf = ({ unit, labels }: Pick<DemoPoint, "unit" | "labels">): string | null =>
  labels.length > 0 ? states.id : (categories.find(({ units }) => units.includes(unit))?.id ?? null);
