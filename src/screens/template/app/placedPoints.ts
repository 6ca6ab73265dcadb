import type { ArgumentOf } from "#contract/kit/call.ts";
import type { ListedPoint } from "#contract/resources/deviceDataRecipe.ts";
import type { AppLook, AppRecipeRow, deviceDataRecipeApp } from "#contract/resources/deviceDataRecipeApp.ts";

type Edit = ArgumentOf<typeof deviceDataRecipeApp.calls.put>;
export type PlacedPoint = Pick<AppRecipeRow["points"][number], "pointId" | "name" | "nameEn" | "show">;

/** A data point of a template, as its app recipe has it, or as it would. */
export interface AppPoint extends PlacedPoint {
  readonly point: ListedPoint;
  readonly shown: boolean;
  /** Counted from 1; those that the app does not show are behind all that it does. */
  readonly place: number;
}

/** The points of an app recipe as they are sent. */
export const placedPoints = ({ points }: Pick<AppRecipeRow, "points">): PlacedPoint[] =>
  points.map(({ pointId, name, nameEn, show }) => ({ pointId, name, nameEn, show }));

/** An app recipe as it is saved over what was seen, with other points. */
export const withPoints = ({ id, version, recipeId, name, enabled }: AppRecipeRow, points: readonly PlacedPoint[]): Edit => ({
  ...{ id, version, recipeId, name, enabled },
  points: [...points],
});

/** All data points of the template: first those that the app shows, in its order. */
export const appPointsOf = (app: AppRecipeRow, all: readonly ListedPoint[]): AppPoint[] => {
  const byId = new Map(all.map((point) => [point.id, point]));
  const shown = placedPoints(app).flatMap((placed) => {
    const point = byId.get(placed.pointId);
    return point ? [{ ...placed, point, shown: true }] : [];
  });
  const there = new Set(shown.map(({ pointId }) => pointId));
  const show: AppLook = "value";
  const others = all
    .filter(({ id }) => !there.has(id))
    .map((point) => ({ pointId: point.id, name: "", nameEn: "", show, point, shown: false }));
  return [...shown, ...others].map((row, index) => ({ ...row, place: index + 1 }));
};

const placedOf = ({ pointId, name, nameEn, show }: PlacedPoint): PlacedPoint => ({ pointId, name, nameEn, show });

/** The point at this place among those that are shown; one that was not is from then on. */
export const movedTo = (app: AppRecipeRow, row: PlacedPoint, place: number): PlacedPoint[] => {
  const others = placedPoints(app).filter(({ pointId }) => pointId !== row.pointId);
  return [...others.slice(0, place - 1), placedOf(row), ...others.slice(place - 1)];
};

/** With these points behind the others. */
export const withShown = (app: AppRecipeRow, rows: readonly PlacedPoint[]): PlacedPoint[] => {
  const there = new Set(app.points.map(({ pointId }) => pointId));
  return [...placedPoints(app), ...rows.filter(({ pointId }) => !there.has(pointId)).map(placedOf)];
};

export const withoutShown = (app: AppRecipeRow, rows: readonly PlacedPoint[]): PlacedPoint[] => {
  const gone = new Set(rows.map(({ pointId }) => pointId));
  return placedPoints(app).filter(({ pointId }) => !gone.has(pointId));
};

/** The point as it was edited, where it stands, or behind the others. */
export const withEdited = (app: AppRecipeRow, row: PlacedPoint): PlacedPoint[] =>
  withShown(app, [row]).map((placed) => (placed.pointId === row.pointId ? placedOf(row) : placed));
