export const pointsView = "/template/edit";

/** The data points of a template. */
export const pointsAddress = (recipeId: string): string => `${pointsView}?id=${encodeURIComponent(recipeId)}`;

/** Adds a data point to a template. */
export const addPointAddress = (recipeId: string): string => `/template/adds?recipeId=${encodeURIComponent(recipeId)}`;

/** Edits a data point. */
export const editPointAddress = (pointId: string): string => `/template/edits?id=${encodeURIComponent(pointId)}`;
